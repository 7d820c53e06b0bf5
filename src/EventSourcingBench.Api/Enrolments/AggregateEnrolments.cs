namespace EventSourcingBench.Api.Enrolments;

/// <summary>Decisions over two aggregates, the course and the student: both streams are read, and the event is appended to both in one
/// transaction, each with the version that was read. A registration needs no read: its stream must not exist.</summary>
internal sealed class AggregateEnrolments(IEventReader reader, IMultiStreamWriter writer, ICatchUpSubscription all) : IEnrolments
{
    public int EventsOfJoining => 2;

    public async ValueTask<EnrolmentAnswer> RunAsync(Guid eventId, EnrolmentEvent wanted, CancellationToken cancellationToken = default)
    {
        var parts = PartsOf(eventId, wanted);
        if (parts is [var only])
        {
            var registered = await writer.AppendAsync([new(only.Stream, ExpectedVersion.NoStream, [only.Data])], cancellationToken);
            return new EnrolmentAnswer(registered is AllAppended ? null : Enrolling.RefuseAgain(wanted), Retries: 0);
        }

        var (course, student) = EnrolmentBoundary.PartiesOf(wanted);
        for (var retries = 0; ; retries++)
        {
            var enrolling = new Enrolling(course!, student!);
            var (courseVersion, isRepeated) = await FoldAsync(parts[0], enrolling.ApplyToCourse, cancellationToken);
            var (studentVersion, _) = await FoldAsync(parts[1], enrolling.ApplyToStudent, cancellationToken);
            if (isRepeated || enrolling.Refuse(wanted) is not null)
                return new EnrolmentAnswer(isRepeated ? null : enrolling.Refuse(wanted), retries);

            var result = await writer.AppendAsync(
                [
                    new StreamAppend(parts[0].Stream, ExpectedVersion.After(courseVersion), [parts[0].Data]),
                    new StreamAppend(parts[1].Stream, ExpectedVersion.After(studentVersion), [parts[1].Data]),
                ],
                cancellationToken);
            if (result is AllAppended || retries == IEnrolments.MaxRetries)
                return new EnrolmentAnswer(Refusal: null, retries, IsConflict: result is not AllAppended, After: courseVersion);
        }
    }

    public async ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default)
    {
        var appends = events.SelectMany(e => PartsOf(e.Id, e.Event))
            .GroupBy(p => p.Stream)
            .Select(g => new StreamAppend(g.Key, ExpectedVersion.Any, [.. g.Select(p => p.Data)]));
        await writer.AppendAsync([.. appends], cancellationToken);
    }

    public async IAsyncEnumerable<StoredEnrolment> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var batch in all.SubscribeAsync(Checkpoint.Start, cancellationToken))
        {
            foreach (var recorded in batch.Events)
                yield return new StoredEnrolment(recorded.Id, EnrolmentEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));

            if (batch.CaughtUp)
                yield break;
        }
    }

    // The course's part first: a fact about both is stored twice, with two ids.
    private static (StreamId Stream, EventData Data)[] PartsOf(Guid id, EnrolmentEvent happened)
    {
        return EnrolmentBoundary.PartiesOf(happened) switch
        {
            ({ } course, null) => [OfCourse(course)],
            (null, { } student) => [OfStudent(student, id)],
            var (course, student) => [OfCourse(course!), OfStudent(student!, EnrolmentIds.Second(id))],
        };

        (StreamId, EventData) OfCourse(string course) => (EnrolmentStreams.OfCourse(course), EnrolmentEvents.ToEventData(id, happened));

        (StreamId, EventData) OfStudent(string student, Guid own) =>
            (EnrolmentStreams.OfStudent(student), EnrolmentEvents.ToEventData(own, happened));
    }

    private async ValueTask<(long Version, bool IsRepeated)> FoldAsync(
        (StreamId Stream, EventData Data) part, Action<EnrolmentEvent> apply, CancellationToken cancellationToken)
    {
        var (version, isRepeated) = (0L, false);
        await foreach (var recorded in reader.ReadStreamAsync(part.Stream, cancellationToken: cancellationToken))
        {
            apply(EnrolmentEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            isRepeated |= recorded.Id == part.Data.Id;
            version = recorded.Version;
        }

        return (version, isRepeated);
    }
}
