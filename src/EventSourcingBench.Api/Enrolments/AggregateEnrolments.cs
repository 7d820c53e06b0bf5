using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Enrolments;

/// <summary>
/// Decisions over two aggregates, the course and the student: both streams are read, and the event is appended to both in one
/// transaction, each with the version that was read.
/// </summary>
internal sealed class AggregateEnrolments(IEventReader reader, IMultiStreamWriter writer, ICatchUpSubscription all) : IEnrolments
{
    public int EventsOfJoining => 2;

    public ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, CourseRegistered registered, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(registered);
        return RegisterAsync(
            eventId, registered, EnrolmentStreams.OfCourse(registered.Course), EnrolmentRefusal.CourseExists, cancellationToken);
    }

    public ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, StudentRegistered registered, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(registered);
        return RegisterAsync(
            eventId, registered, EnrolmentStreams.OfStudent(registered.Student), EnrolmentRefusal.StudentExists, cancellationToken);
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
            {
                yield return new StoredEnrolment(recorded.Id, EnrolmentEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            }

            if (batch.CaughtUp)
            {
                yield break;
            }
        }
    }

    private static IEnumerable<(StreamId Stream, EventData Data)> PartsOf(Guid id, EnrolmentEvent happened)
    {
        var (course, student) = happened switch
        {
            CourseRegistered e => (e.Course, null),
            StudentRegistered e => (null, e.Student),
            StudentJoined e => (e.Course, e.Student),
            StudentLeft e => (e.Course, e.Student),
            _ => ((string?)null, (string?)null),
        };
        if (course is not null)
        {
            yield return (EnrolmentStreams.OfCourse(course), EnrolmentEvents.ToEventData(id, happened));
        }

        if (student is not null)
        {
            yield return (
                EnrolmentStreams.OfStudent(student), EnrolmentEvents.ToEventData(course is null ? id : EnrolmentIds.Second(id), happened));
        }
    }

    private async ValueTask<EnrolmentAnswer> RegisterAsync(
        Guid eventId, EnrolmentEvent registered, StreamId stream, EnrolmentRefusal refusal, CancellationToken cancellationToken)
    {
        var append = new StreamAppend(stream, ExpectedVersion.NoStream, [EnrolmentEvents.ToEventData(eventId, registered)]);
        var result = await writer.AppendAsync([append], cancellationToken);
        return new EnrolmentAnswer(result is AllAppended ? null : refusal, Retries: 0);
    }

    private async ValueTask<EnrolmentAnswer> DecideAsync(
        Guid eventId,
        EnrolmentEvent happens,
        string course,
        string student,
        Func<Enrolling, EnrolmentRefusal?> refuse,
        CancellationToken cancellationToken)
    {
        var parts = PartsOf(eventId, happens).ToArray();
        for (var retries = 0; ; retries++)
        {
            var enrolling = new Enrolling(course, student);
            var (courseVersion, isRepeated) = await FoldAsync(parts[0], enrolling.ApplyToCourse, cancellationToken);
            var (studentVersion, _) = await FoldAsync(parts[1], enrolling.ApplyToStudent, cancellationToken);
            if (isRepeated)
            {
                return new EnrolmentAnswer(Refusal: null, retries);
            }

            if (refuse(enrolling) is { } refusal)
            {
                return new EnrolmentAnswer(refusal, retries);
            }

            var result = await writer.AppendAsync(
                [
                    new StreamAppend(parts[0].Stream, ExpectedVersion.After(courseVersion), [parts[0].Data]),
                    new StreamAppend(parts[1].Stream, ExpectedVersion.After(studentVersion), [parts[1].Data]),
                ],
                cancellationToken);
            if (result is AllAppended || retries == IEnrolments.MaxRetries)
            {
                return new EnrolmentAnswer(Refusal: null, retries, IsConflict: result is not AllAppended, After: courseVersion);
            }
        }
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
