namespace EventSourcingBench.Api.Enrolments;

/// <summary>Fills a store with the events of earlier iterations of the load: ten courses, ten students and a hundred enrolments at a time.
/// Its ids start with <see cref="Prefix"/>, so no load uses them.</summary>
public static class EnrolmentPreload
{
    public const string Prefix = "old-";

    /// <summary>The number of courses, and of students, per iteration.</summary>
    public const int Each = 10;

    public const int OperationsOfIteration = Each * (Each + 2);

    private const int IterationsInABatch = 10;

    /// <summary>Appends the events of a number of operations, and returns how many. Event n has the number n *
    /// <see cref="IEnrolments.EventsOfJoining"/>. If a fact is stored twice, its second event has the next number.</summary>
    public static async Task<long> FillAsync(IEnrolments enrolments, long operations, EventIds ids, CancellationToken cancellationToken)
    {
        var events = 0L;
        var all = Enumerable.InfiniteSequence(0L, 1L).TakeWhile(n => n < operations)
            .Select(n => new StoredEnrolment(ids.Of(n * enrolments.EventsOfJoining), EventAt(n)));
        foreach (var batch in all.Chunk(IterationsInABatch * OperationsOfIteration))
        {
            await enrolments.PreloadAsync(batch, cancellationToken);
            events += batch.Sum(e => e.Event is StudentJoined ? enrolments.EventsOfJoining : 1);
        }

        return events;
    }

    public static EnrolmentEvent EventAt(long operation)
    {
        var (iteration, place) = Math.DivRem(operation, OperationsOfIteration);
        string Id(string kind, long number) => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{kind}{iteration}-{number}");
        return place < Each ? new CourseRegistered(Id("c", place), Each)
            : place < 2 * Each ? new StudentRegistered(Id("s", place - Each), Each)
            : new StudentJoined(Id("c", place % Each), Id("s", (place / Each) - 2));
    }
}

public static class EnrolmentIds
{
    /// <summary>The id of the same fact in the student's stream: the neighbour of the one in the course's stream, so that a retry finds
    /// both. For an even number of <c>EventIds</c> it is that of the next one, as a history numbers facts stored twice.</summary>
    public static Guid Second(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        bytes[15] ^= 1;
        return new Guid(bytes);
    }
}
