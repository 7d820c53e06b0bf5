namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>A registration, or that a student joins or leaves a course.</summary>
/// <param name="id">The identity of its event.</param>
/// <param name="wanted">The event that it is to lead to.</param>
internal sealed class EnrolmentOperation(Guid id, EnrolmentEvent wanted) : StoreOperation
{
    public override HttpLoadRequest ToHttp(RequestWriter to) => (wanted switch
    {
        CourseRegistered e => new HttpLoadRequest(HttpMethod.Post, to.Often("courses"))
        {
            Body = to.Json(new RegisterCourse { Course = e.Course, Places = e.Places }, ApiJson.Default.RegisterCourse),
        },
        StudentRegistered e => new HttpLoadRequest(HttpMethod.Post, to.Often("students"))
        {
            Body = to.Json(new RegisterStudent { Student = e.Student, MaxCourses = e.MaxCourses }, ApiJson.Default.RegisterStudent),
        },
        StudentJoined e => new HttpLoadRequest(HttpMethod.Post, to.Often("enrolments"))
        {
            Body = to.Json(new JoinCourse { Course = e.Course, Student = e.Student }, ApiJson.Default.JoinCourse),
        },
        StudentLeft e => new HttpLoadRequest(HttpMethod.Delete, to.At($"enrolments/{e.Course}/{e.Student}")),
        _ => throw new InvalidOperationException($"{wanted.GetType().Name} is no operation."),
    }) with { IdempotencyKey = id };

    public override LoadReply Read(HttpLoadReply reply) => Read<EnrolmentRefusal>(reply, static body =>
    {
        var accepted = JsonSerializer.Deserialize(body.Span, ApiJson.Default.EnrolmentAccepted)!;
        return new(Outcome.Success, accepted.After + 1 ?? 0, accepted.Position ?? 0, accepted.Retries);
    });

    public override async ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken)
    {
        var answer = await store.Enrolments.RunAsync(id, wanted, cancellationToken);
        return answer.Refusal is { } refusal ? LoadReply.Refused(refusal, answer.Retries)
            : answer.IsConflict ? new(Outcome.Conflict, Conflicts: answer.Retries + 1)
            : new(Outcome.Success, answer.After + 1 ?? 0, answer.Position ?? 0, answer.Retries);
    }
}
