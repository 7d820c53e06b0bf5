namespace EventSourcingBench.Api.Enrolments;

/// <summary>Decisions over a dynamic consistency boundary: the query's events are folded, and the new event is appended on the condition
/// that the query finds no new event. A registration needs no read: the condition alone decides it.</summary>
internal sealed class DcbEnrolments(IDcbEventStore store) : IEnrolments
{
    private const int Page = 5_000;

    public int EventsOfJoining => 1;

    public async ValueTask<EnrolmentAnswer> RunAsync(Guid eventId, EnrolmentEvent wanted, CancellationToken cancellationToken = default)
    {
        var boundary = EnrolmentBoundary.Of(wanted);
        DcbEvent[] events = [EnrolmentEvents.ToDcbEvent(eventId, wanted)];
        if (EnrolmentBoundary.PartiesOf(wanted) is not ({ } course, { } student))
        {
            var registered = await store.AppendAsync(events, new DcbAppendCondition(boundary, After: 0), cancellationToken);
            var refusal = registered.IsAppended ? (EnrolmentRefusal?)null : Enrolling.RefuseAgain(wanted);
            return new EnrolmentAnswer(refusal, Retries: 0, Position: registered.Position);
        }

        for (var retries = 0; ; retries++)
        {
            var read = await store.ReadAsync(boundary, cancellationToken: cancellationToken);
            if (read.Events.Any(e => e.Event.Id == eventId))
                return new EnrolmentAnswer(Refusal: null, retries);

            var enrolling = new Enrolling(course, student);
            foreach (var found in read.Events)
                enrolling.Apply(EnrolmentEvents.Read(found.Event.Id, found.Event.Type, found.Event.Data.Span));

            if (enrolling.Refuse(wanted) is { } refusal)
                return new EnrolmentAnswer(refusal, retries);

            var result = await store.AppendAsync(events, new DcbAppendCondition(boundary, read.Head), cancellationToken);
            if (result.IsAppended || retries == IEnrolments.MaxRetries)
                return new EnrolmentAnswer(Refusal: null, retries, IsConflict: !result.IsAppended, result.Position, read.Head);
        }
    }

    public async ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default) =>
        await store.AppendAsync([.. events.Select(e => EnrolmentEvents.ToDcbEvent(e.Id, e.Event))], condition: null, cancellationToken);

    public async IAsyncEnumerable<StoredEnrolment> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        DcbReadResult read;
        var after = 0L;
        do
        {
            read = await store.ReadAsync(DcbQuery.All, after, Page, cancellationToken);
            foreach (var (position, found, _) in read.Events)
            {
                yield return new StoredEnrolment(found.Id, EnrolmentEvents.Read(found.Id, found.Type, found.Data.Span));
                after = position;
            }
        }
        while (read.Events.Count == Page);
    }
}
