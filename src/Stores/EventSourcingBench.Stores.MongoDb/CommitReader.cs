using NEventStore;
using NEventStore.Persistence;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Reads streams through NEventStore, a window of versions at a time: it sorts its results by checkpoint number, which takes
/// server memory for long streams.</summary>
internal sealed class CommitReader(OpenDatabase open, IPersistStreams persistence) : IEventReader
{
    private const int Window = 1000;

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        var last = maxCount > int.MaxValue - fromVersion ? int.MaxValue : fromVersion + maxCount - 1;
        for (var from = fromVersion; from <= last; from += Window)
        {
            var to = Math.Min(from + Window - 1, last);
            var found = await ReadWindowAsync(stream, (int)from, (int)to, cancellationToken);
            foreach (var recorded in found)
            {
                yield return recorded;
                cancellationToken.ThrowIfCancellationRequested();
            }

            if (found.Count == 0 || found[^1].Version < to)
                yield break;
        }
    }

    private async Task<List<RecordedEvent>> ReadWindowAsync(StreamId stream, int from, int to, CancellationToken cancellationToken)
    {
        var collected = new Collected(from, to);
        try
        {
            await persistence.GetFromAsync(Bucket.Default, stream.Value, from, to, collected, cancellationToken);
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw open.Unavailable(e);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return collected.Error switch
        {
            null => collected.Events,
            { } e when MongoErrors.IsDriverError(e) => throw open.Unavailable(e),
            { } e => throw new InvalidOperationException($"NEventStore could not read the stream {stream}.", e),
        };
    }

    // NEventStore passes errors to the observer and throws none.
    private sealed class Collected(int from, int to) : IAsyncObserver<ICommit>
    {
        public List<RecordedEvent> Events { get; } = [];

        public Exception? Error { get; private set; }

        public Task<bool> OnNextAsync(ICommit value, CancellationToken cancellationToken = default)
        {
            Events.AddRange(CommitMapping.Read(value).Where(e => e.Version >= from && e.Version <= to));
            return Task.FromResult(true);
        }

        public Task OnErrorAsync(Exception ex, CancellationToken cancellationToken = default)
        {
            Error = StorageErrors.Unwrapped(ex);
            return Task.CompletedTask;
        }

        public Task OnCompletedAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
    }
}
