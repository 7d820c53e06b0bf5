namespace EventSourcingBench.LoadTests.Enrolments;

internal sealed class EnrolmentOperation(Guid id, EnrolmentEvent wanted) : StoreOperation
{
    public override HttpLoadRequest ToHttp(RequestWriter to)
    {
        return wanted switch
        {
            CourseRegistered e => Post("courses", new RegisterCourse(e.Course, e.Places), ApiJson.Default.RegisterCourse),
            StudentRegistered e => Post("students", new RegisterStudent(e.Student, e.MaxCourses), ApiJson.Default.RegisterStudent),
            StudentJoined e => Post("enrolments", new JoinCourse(e.Course, e.Student), ApiJson.Default.JoinCourse),
            _ => throw new InvalidOperationException($"{wanted.GetType().Name} is no operation."),
        };

        HttpLoadRequest Post<T>(string path, T body, JsonTypeInfo<T> type) => new(HttpMethod.Post, to.Often(path), to.Json(body, type), id);
    }

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

/// <summary>How a history has the events of courses and students: both are rosters, each a member of the other.</summary>
internal static class EnrolmentKeys
{
    /// <summary>The streams that keep an event, that of the course first if it has one, and what it changes in their rosters.</summary>
    public static (string First, string? Second, RosterCommand Command) Of(EnrolmentEvent happens) => happens switch
    {
        CourseRegistered e => (EnrolmentStreams.OfCourse(e.Course).Value, null, new(RosterChange.Open, e.Places)),
        StudentRegistered e => (EnrolmentStreams.OfStudent(e.Student).Value, null, new(RosterChange.Open, e.MaxCourses)),
        StudentJoined e => (EnrolmentStreams.OfCourse(e.Course).Value, EnrolmentStreams.OfStudent(e.Student).Value, new(RosterChange.Add)),
        _ => throw new ArgumentException($"The suite sends no {happens.GetType().Name}."),
    };

    /// <summary>The <see cref="ContentHash"/> of an event: with tags where it is kept once, as DCB does.</summary>
    public static ulong HashOf(Guid id, EnrolmentEvent happens, int eventsOfJoining)
    {
        var (data, tags) = EnrolmentEvents.ToDcbEvent(id, happens);
        return ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, eventsOfJoining == 1 ? tags : null, isCanonical: true);
    }
}
