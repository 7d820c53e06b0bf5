using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>Reads streams by Marten's <c>FetchStreamAsync</c>, a window of versions at a time, so that memory use stays constant.</summary>
internal sealed class EventsReader(MartenParts parts, int batchSize) : IEventReader
{
    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        var next = fromVersion;
        var left = maxCount;
        while (left > 0)
        {
            var take = Math.Min(left, batchSize);
            var page = await PageAsync(stream.Value, next, next + take - 1, cancellationToken);
            foreach (var recorded in page)
            {
                yield return recorded;
                cancellationToken.ThrowIfCancellationRequested();
            }

            if (page.Count < take)
            {
                break;
            }

            next += take;
            left -= take;
        }
    }

    private async Task<List<RecordedEvent>> PageAsync(string stream, long from, long to, CancellationToken cancellationToken)
    {
        try
        {
            await using var session = parts.Store.QuerySession();
            var events = await session.Events.FetchStreamAsync(stream, version: to, fromVersion: from, token: cancellationToken);
            return [.. events.Select(StoredEvent.Recorded)];
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw parts.Errors.Unavailable(e);
        }
    }
}
