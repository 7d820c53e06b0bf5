using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Enrolments;

/// <summary>
/// Decisions over a dynamic consistency boundary: the query's events are folded, and the new event is appended on the condition
/// that the query finds no new event. A registration needs no read: the condition alone decides it.
/// </summary>
internal sealed class DcbEnrolments(IDcbEventStore store) : IEnrolments
{
    private const int Page = 5_000;

    public int EventsOfJoining => 1;

    public ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, CourseRegistered registered, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(registered);
        return RegisterAsync(
            eventId, registered, EnrolmentBoundary.OfCourse(registered.Course), EnrolmentRefusal.CourseExists, cancellationToken);
    }

    public ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, StudentRegistered registered, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(registered);
        return RegisterAsync(
            eventId, registered, EnrolmentBoundary.OfStudent(registered.Student), EnrolmentRefusal.StudentExists, cancellationToken);
    }

    public ValueTask<EnrolmentAnswer> JoinAsync(Guid eventId, StudentJoined joined, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(joined);
        return DecideAsync(eventId, joined, joined.Course, joined.Student, e => e.RefuseJoining(), cancellationToken);
    }

    public ValueTask<EnrolmentAnswer> LeaveAsync(Guid eventId, StudentLeft left, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(left);
        return DecideAsync(eventId, left, left.Course, left.Student, e => e.RefuseLeaving(), cancellationToken);
    }

    public async ValueTask PreloadAsync(IReadOnlyList<StoredEnrolment> events, CancellationToken cancellationToken = default) =>
        await store.AppendAsync([.. events.Select(e => EnrolmentEvents.ToDcbEvent(e.Id, e.Event))], condition: null, cancellationToken);

    public async IAsyncEnumerable<StoredEnrolment> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var after = 0L;
        while (true)
        {
            var read = await store.ReadAsync(DcbQuery.All, after, Page, cancellationToken);
            foreach (var found in read.Events)
            {
                yield return new StoredEnrolment(
                    found.Event.Id, EnrolmentEvents.Read(found.Event.Id, found.Event.Type, found.Event.Data.Span));
                after = found.Position;
            }

            if (read.Events.Count < Page)
            {
                yield break;
            }
        }
    }

    private async ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, EnrolmentEvent registered, DcbQuery boundary, EnrolmentRefusal refusal, CancellationToken cancellationToken)
    {
        var condition = new DcbAppendCondition(boundary, After: 0);
        var result = await store.AppendAsync([EnrolmentEvents.ToDcbEvent(eventId, registered)], condition, cancellationToken);
        return new EnrolmentAnswer(result.IsAppended ? null : refusal, Retries: 0, Position: result.Position);
    }

    private async ValueTask<EnrolmentAnswer> DecideAsync(
        Guid eventId,
        EnrolmentEvent happens,
        string course,
        string student,
        Func<Enrolling, EnrolmentRefusal?> refuse,
        CancellationToken cancellationToken)
    {
        var boundary = EnrolmentBoundary.OfJoining(course, student);
        DcbEvent[] events = [EnrolmentEvents.ToDcbEvent(eventId, happens)];
        for (var retries = 0; ; retries++)
        {
            var read = await store.ReadAsync(boundary, cancellationToken: cancellationToken);
            if (read.Events.Any(e => e.Event.Id == eventId))
            {
                return new EnrolmentAnswer(Refusal: null, retries);
            }

            var enrolling = new Enrolling(course, student);
            foreach (var found in read.Events)
            {
                enrolling.Apply(EnrolmentEvents.Read(found.Event.Id, found.Event.Type, found.Event.Data.Span));
            }

            if (refuse(enrolling) is { } refusal)
            {
                return new EnrolmentAnswer(refusal, retries);
            }

            var result = await store.AppendAsync(events, new DcbAppendCondition(boundary, read.Head), cancellationToken);
            if (result.IsAppended || retries == IEnrolments.MaxRetries)
            {
                return new EnrolmentAnswer(Refusal: null, retries, IsConflict: !result.IsAppended, result.Position, read.Head);
            }
        }
    }
}
