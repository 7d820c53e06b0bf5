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

    public static ApiProblem Validation(IReadOnlyDictionary<string, string[]> errors) => new(
        ProblemTypes.Validation, "The request is not valid.", StatusCodes.Status400BadRequest,
        string.Join(' ', errors.SelectMany(e => e.Value.Select(m => $"{e.Key} {m}"))), Errors: errors);

    public static ProblemException Invalid(string name, string message) =>
        new(Validation(new Dictionary<string, string[]>(StringComparer.Ordinal) { [name] = [message] }));

    /// <summary>With what a store said of an argument, but for the parameter that .NET names behind it: it is not one of the caller's.
    /// </summary>
    private static ProblemException Invalid(string name, string message, ArgumentException reason) =>
        Invalid(name, $"{message}: {reason.Message.Split(" (Parameter '")[0]}");

    /// <summary>Runs what a store refuses with an <see cref="ArgumentException"/> because of a value of the caller's. Those derived from
    /// it, such as of a null, are defects.</summary>
    /// <exception cref="ProblemException">It was refused: 400.</exception>
    public static async ValueTask<T> BlamingAsync<T>(string name, string message, Func<ValueTask<T>> run)
    {
        try
        {
            return await run();
        }
        catch (ArgumentException e) when (e.GetType() == typeof(ArgumentException))
        {
            throw Invalid(name, message, e);
        }
    }

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
        new(new("/problems/not-found", "There is no such thing.", StatusCodes.Status404NotFound, detail));

    public static ProblemException Forbidden(string detail) =>
        new(new("/problems/forbidden", "This is not allowed here.", StatusCodes.Status403Forbidden, detail));

    public static ProblemException TooLarge(string detail) =>
        new(new("/problems/too-large", "The request is too large.", StatusCodes.Status413PayloadTooLarge, detail));

    public static ProblemException UnsupportedMediaType(string? contentType, string wanted = MediaTypeNames.Application.Json) => new(new(
        "/problems/unsupported-media-type", "The body has another content type.", StatusCodes.Status415UnsupportedMediaType,
        $"Send {wanted}, not {contentType ?? "a body without Content-Type"}."));

    public static ApiProblem Unavailable(string detail) =>
        new("/problems/store-unavailable", "The store is unavailable; nothing was done.", StatusCodes.Status503ServiceUnavailable, detail);

    // A write was sent and not answered; a retry with the same Idempotency-Key shows the outcome.
    public static ApiProblem OutcomeUnknown(string detail) =>
        new("/problems/outcome-unknown", "Whether it was done is unknown.", StatusCodes.Status504GatewayTimeout, detail);

    public static ApiProblem Unexpected() =>
        new("/problems/unexpected", "The request failed by a defect.", StatusCodes.Status500InternalServerError, "See the log of the API.");

    private static ApiProblem Conflict(string type, string title, string detail) => new(type, title, StatusCodes.Status409Conflict, detail);
}

internal sealed class ProblemException(ApiProblem problem) : Exception(problem.Detail ?? problem.Title)
{
    public ApiProblem Problem { get; } = problem;
}
