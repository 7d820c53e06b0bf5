namespace EventSourcingBench.Api.Problems;

internal static class Problem
{
    private static readonly Dictionary<Enum, string> Rules = new()
    {
        [EnrolmentRefusal.NoSuchCourse] = "There is no such course.",
        [EnrolmentRefusal.NoSuchStudent] = "There is no such student.",
        [EnrolmentRefusal.CourseExists] = "The course is registered already.",
        [EnrolmentRefusal.StudentExists] = "The student is registered already.",
        [EnrolmentRefusal.AlreadyJoined] = "The student is in the course already.",
        [EnrolmentRefusal.NotJoined] = "The student is not in the course.",
        [EnrolmentRefusal.CourseFull] = "All places of the course are taken.",
        [EnrolmentRefusal.StudentAtLimit] = "The student is in as many courses as they may be.",
        [ReservationRefusal.NoSuchShow] = "There is no such show.",
        [ReservationRefusal.ShowExists] = "There is a show of this id already.",
        [ReservationRefusal.NoSuchSeat] = "The show has no such seat.",
        [ReservationRefusal.SeatTaken] = "The seat is reserved already.",
        [ReservationRefusal.SeatNotReserved] = "The seat is not reserved.",
    };

    public static ApiProblem Validation(IReadOnlyDictionary<string, string[]> errors) => Of(
        ProblemTypes.Validation, StatusCodes.Status400BadRequest, "The request is not valid.",
        string.Join(' ', errors.SelectMany(e => e.Value.Select(m => $"{e.Key} {m}")))) with
    { Errors = errors };

    public static ProblemException Invalid(string name, string message) =>
        new(Validation(new Dictionary<string, string[]>(StringComparer.Ordinal) { [name] = [message] }));

    public static void Require(IReadOnlyList<FieldComplaint> complaints)
    {
        if (complaints.Count > 0)
            throw new ProblemException(Validation(complaints.ToDictionary(c => c.Field, c => new[] { c.Message }, StringComparer.Ordinal)));
    }

    public static ApiProblem WrongExpectedVersion(WrongExpectedVersion lost) => Conflict(
        ProblemTypes.WrongExpectedVersion, "The stream has another version.",
        $"Expected {lost.Expected}, the stream has version {lost.ActualVersion}. Nothing was appended.") with
    { Expected = lost.Expected.Value, Actual = lost.ActualVersion };

    public static ApiProblem Refused(Enum refusal, int conflicts, IReadOnlyList<int>? taken = null) =>
        Conflict(ProblemTypes.Refused, "A rule refuses it.", Rules[refusal]) with
        { Refusal = JsonNamingPolicy.CamelCase.ConvertName(refusal.ToString()), Taken = taken, Conflicts = conflicts };

    public static ApiProblem RetriesExhausted(int tries) => Conflict(
        ProblemTypes.RetriesExhausted, "Every attempt met a version conflict.",
        $"{tries} attempts met a version conflict. Nothing was appended; try again.") with
    { Conflicts = tries };

    public static ApiProblem ForeignEvent(string found) => Conflict(
        ProblemTypes.ForeignEvent, "The store holds events of another kind.",
        $"{found} Nothing was appended. Use another namespace, or reset the store.");

    public static ProblemException NotFound(string detail) =>
        new(Of("/problems/not-found", StatusCodes.Status404NotFound, "There is no such thing.", detail));

    public static ProblemException Forbidden(string detail) =>
        new(Of("/problems/forbidden", StatusCodes.Status403Forbidden, "This is not allowed here.", detail));

    public static ProblemException TooLarge(string detail) =>
        new(Of("/problems/too-large", StatusCodes.Status413PayloadTooLarge, "The request is too large.", detail));

    public static ProblemException UnsupportedMediaType(string? contentType, string wanted = MediaTypeNames.Application.Json) => new(Of(
        "/problems/unsupported-media-type", StatusCodes.Status415UnsupportedMediaType, "The body has another content type.",
        $"Send {wanted}, not {contentType ?? "a body without Content-Type"}."));

    public static ApiProblem Unavailable(string detail) =>
        Of("/problems/store-unavailable", StatusCodes.Status503ServiceUnavailable, "The store is unavailable; nothing was done.", detail);

    // A write was sent and not answered; a retry with the same Idempotency-Key shows the outcome.
    public static ApiProblem OutcomeUnknown(string detail) =>
        Of("/problems/outcome-unknown", StatusCodes.Status504GatewayTimeout, "Whether it was done is unknown.", detail);

    public static ApiProblem Unexpected() =>
        Of("/problems/unexpected", StatusCodes.Status500InternalServerError, "The request failed by a defect.", "See the log of the API.");

    public static ApiProblem Of(string type, int status, string title, string detail) => new(type, title, status, detail);

    private static ApiProblem Conflict(string type, string title, string detail) => Of(type, StatusCodes.Status409Conflict, title, detail);
}

internal sealed class ProblemException(ApiProblem problem) : Exception(problem.Detail ?? problem.Title)
{
    public ApiProblem Problem { get; } = problem;
}
