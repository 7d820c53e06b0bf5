namespace EventSourcingBench.Abstractions;

/// <summary>Reads streams. Safe for any number of concurrent callers.</summary>
public interface IEventReader
{
    /// <summary>
    /// Reads a stream forward, streaming: memory stays flat whatever the stream's length. What was acknowledged
    /// before the call is in it.
    /// </summary>
    /// <param name="stream">The stream. One that does not exist gives no event.</param>
    /// <param name="fromVersion">The version of the first event to read, 1 or more.</param>
    /// <param name="maxCount">The most events to read, 1 or more. Default: all.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default);
}
