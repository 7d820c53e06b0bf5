namespace EventSourcingBench.Checking.ReadBack;

/// <summary>
/// What verification asks a store. What cannot be read is an exception, whatever its type: the verdict is then
/// <c>not verified</c> with its message. An answer that leaves events out without an exception is taken for their loss.
/// </summary>
public interface IReadBack
{
    /// <summary>Whether it has streams.</summary>
    bool HasStreams { get; }

    /// <summary>Whether its order of all events can be read.</summary>
    bool HasOrder { get; }

    /// <summary>
    /// Events of a stream, as the store reads it forward; none for a stream that does not exist. In a store without streams the events
    /// with a tag, by a query, to the end.
    /// </summary>
    /// <param name="stream">The stream's name; in a store without streams the tag, empty for all events.</param>
    /// <param name="fromVersion">The version of the first event, 1 or more.</param>
    /// <param name="maxCount">The most events.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<FoundEvent> ReadStreamAsync(string stream, long fromVersion, long maxCount, CancellationToken cancellationToken);

    /// <summary>All events after a checkpoint by a new subscription, until it has caught up.</summary>
    /// <param name="checkpoint">Empty: from the start.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken);

    /// <summary>How many requests the store is still at work on, where that is known; else 0.</summary>
    /// <param name="cancellationToken">Ends the asking.</param>
    Task<long> CountPendingAsync(CancellationToken cancellationToken);
}
