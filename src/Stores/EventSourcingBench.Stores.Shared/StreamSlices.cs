namespace EventSourcingBench.Stores.Shared;

/// <summary>Reads of streams in slices, so that memory does not grow with the stream.</summary>
public static class StreamSlices
{
    /// <param name="most">The maximum number of events in a slice.</param>
    /// <param name="read">Reads events from a version on, up to a number of them, and returns whether the stream has no more.</param>
    public static async IAsyncEnumerable<RecordedEvent> ReadAsync(
        long fromVersion, long maxCount, int most, Func<long, int, ValueTask<(List<RecordedEvent> Events, bool IsLast)>> read,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        for (var isLast = false; !isLast && maxCount > 0;)
        {
            cancellationToken.ThrowIfCancellationRequested();
            (var slice, isLast) = await read(fromVersion, (int)Math.Min(maxCount, most));
            foreach (var recorded in slice)
            {
                yield return recorded;
                cancellationToken.ThrowIfCancellationRequested();
            }

            fromVersion += slice.Count;
            maxCount -= slice.Count;
        }
    }
}
