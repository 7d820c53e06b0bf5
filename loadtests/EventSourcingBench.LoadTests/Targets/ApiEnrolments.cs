using System.Net.Http.Json;

namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Enrolments through the API.</summary>
internal sealed class ApiEnrolments(Uri api, int eventsOfJoining, ApiControl control, int copies) : IEnrolmentTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly Uri _courses = new(api, "courses");
    private readonly Uri _students = new(api, "students");
    private readonly Uri _enrolments = new(api, "enrolments");

    public int EventsOfJoining => eventsOfJoining;

    public async ValueTask<CommandReply<EnrolmentRefusal>> SendAsync(int worker, Guid id, EnrolmentEvent wanted, TimeSpan timeout) =>
        CommandReply<EnrolmentRefusal>.Of(
            await _client.SendAsync(worker, Request(wanted) with { IdempotencyKey = id }, timeout, CancellationToken.None),
            body => Accepted(JsonSerializer.Deserialize(body.Span, ApiJson.Default.EnrolmentAccepted)!));

    public Task PreloadAsync(long operations, EventIds ids, CancellationToken cancellationToken) => control.PostAsync(
        "enrolments/preload",
        JsonContent.Create(new PreloadEnrolments { Operations = operations, FirstId = ids.First }, ApiJson.Default.PreloadEnrolments),
        ApiJson.Default.PreloadedEnrolments,
        cancellationToken);

    public void Dispose() => _client.Dispose();

    private static CommandReply<EnrolmentRefusal> Accepted(EnrolmentAccepted accepted) =>
        new(Outcome.Success, Conflicts: accepted.Retries, Version: accepted.After + 1, Position: accepted.Position ?? 0);

    private HttpLoadRequest Request(EnrolmentEvent wanted) => wanted switch
    {
        CourseRegistered e => Post(_courses, JsonSerializer.SerializeToUtf8Bytes(
            new RegisterCourse { Course = e.Course, Places = e.Places }, ApiJson.Default.RegisterCourse)),
        StudentRegistered e => Post(_students, JsonSerializer.SerializeToUtf8Bytes(
            new RegisterStudent { Student = e.Student, MaxCourses = e.MaxCourses }, ApiJson.Default.RegisterStudent)),
        StudentJoined e => Post(_enrolments, JsonSerializer.SerializeToUtf8Bytes(
            new JoinCourse { Course = e.Course, Student = e.Student }, ApiJson.Default.JoinCourse)),
        StudentLeft e => new HttpLoadRequest(HttpMethod.Delete, new Uri(api, $"enrolments/{e.Course}/{e.Student}")),
        _ => throw new ArgumentException($"{wanted?.GetType().Name} is no operation.", nameof(wanted)),
    };

    private static HttpLoadRequest Post(Uri address, byte[] body) => new(HttpMethod.Post, address) { Body = body };
}
