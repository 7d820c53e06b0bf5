using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>Reads a stream page by page. Each page is a range confirmed by a majority.</summary>
internal sealed class EventsReader(EtcdClient client, KeySpace keys)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(12);

    public async IAsyncEnumerable<RecordedEvent> ReadAsync(
        StreamId stream, long fromVersion, long maxCount, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var size = new PageSize();
        var (next, left) = (fromVersion, maxCount);
        while (true)
        {
            var limit = (int)Math.Min(size.Limit, left);
            var page = await client.ReadAsync(
                EtcdPaths.Range, keys.PartsFrom(stream, next, limit).ToBody(), EtcdAnswer.Range, Limit, cancellationToken);
            size.Seen(page);
            foreach (var pair in page.Found)
            {
                foreach (var recorded in Part.Read(stream, pair.Value).Events)
                {
                    if (recorded.Version < next)
                    {
                        continue;
                    }

                    cancellationToken.ThrowIfCancellationRequested();
                    yield return recorded;
                    next++;
                    if (--left == 0)
                    {
                        yield break;
                    }
                }
            }

            if (!page.More)
            {
                yield break;
            }
        }
    }
}
