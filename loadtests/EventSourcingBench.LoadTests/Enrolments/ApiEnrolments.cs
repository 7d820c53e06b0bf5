using System.Net.Http.Json;

namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Enrolments through the API.</summary>
/// <param name="api">The store's address, ending in a slash.</param>
/// <param name="eventsOfJoining">Events that a joining leaves.</param>
/// <param name="control">Everything but the load.</param>
/// <param name="copies">How many requests are under way at once.</param>
internal sealed class ApiEnrolments(Uri api, int eventsOfJoining, ApiControl control, int copies) : IEnrolmentTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly Uri _courses = new(api, "courses");
    private readonly Uri _students = new(api, "students");
    private readonly Uri _enrolments = new(api, "enrolments");

    public int EventsOfJoining => eventsOfJoining;

    public async ValueTask<EnrolmentReply> SendAsync(int worker, EnrolmentCommand command, TimeSpan timeout)
    {
        var reply = await _client.SendAsync(
            worker, Request(command) with { IdempotencyKey = command.EventId }, timeout, CancellationToken.None);
        return reply.Outcome switch
        {
            Outcome.Success => Accepted(JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.EnrolmentAccepted)!),
            Outcome.Conflict => Read(JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ApiProblem)!),
            _ => new EnrolmentReply(reply.Outcome, Error: reply.Error),
        };
    }

    public Task PreloadAsync(long operations, EventIds ids, CancellationToken cancellationToken) => control.PostAsync(
        "enrolments/preload",
        JsonContent.Create(new PreloadEnrolments { Operations = operations, FirstId = ids.First }, ApiJson.Default.PreloadEnrolments),
        ApiJson.Default.PreloadedEnrolments,
        cancellationToken);

    public void Dispose() => _client.Dispose();

    private static EnrolmentReply Accepted(EnrolmentAccepted accepted) =>
        new(Outcome.Success, Conflicts: accepted.Retries, Position: accepted.Position ?? 0, After: accepted.After);

    private static EnrolmentReply Read(ApiProblem problem) => problem switch
    {
        { Type: ProblemTypes.ForeignEvent } => new EnrolmentReply(Outcome.Error, Error: problem.Detail),
        { Refusal: not null } => new EnrolmentReply(Outcome.Refused, problem.RefusalAs<EnrolmentRefusal>(), problem.Conflicts ?? 0),
        _ => new EnrolmentReply(Outcome.Conflict, Conflicts: problem.Conflicts ?? 0),
    };

    private HttpLoadRequest Request(EnrolmentCommand command) => command.Wanted switch
    {
        CourseRegistered e => Post(_courses, JsonSerializer.SerializeToUtf8Bytes(
            new RegisterCourse { Course = e.Course, Places = e.Places }, ApiJson.Default.RegisterCourse)),
        StudentRegistered e => Post(_students, JsonSerializer.SerializeToUtf8Bytes(
            new RegisterStudent { Student = e.Student, MaxCourses = e.MaxCourses }, ApiJson.Default.RegisterStudent)),
        StudentJoined e => Post(_enrolments, JsonSerializer.SerializeToUtf8Bytes(
            new JoinCourse { Course = e.Course, Student = e.Student }, ApiJson.Default.JoinCourse)),
        StudentLeft e => new HttpLoadRequest(HttpMethod.Delete, new Uri(api, $"enrolments/{e.Course}/{e.Student}")),
        _ => throw new ArgumentException($"{command.Wanted?.GetType().Name} is no operation.", nameof(command)),
    };

    private static HttpLoadRequest Post(Uri address, byte[] body) => new(HttpMethod.Post, address) { Body = body };
}
