namespace EventSourcingBench.Stores.Etcd.Reading;

internal sealed class CommitPages(EtcdClient client, KeySpace keys)
{
    // Fits the server's default limits.
    private const int MostPartsAtOnce = 100;
    private const int MostBytesAtOnce = 4 << 20;

    private readonly PageSize _size = new();

    public async Task<(List<Commit> Commits, bool More, long Revision)> ReadAsync(long firstPosition, CancellationToken cancellationToken)
    {
        var page = await client.ReadAsync(EtcdRequest.Range(keys.CommitsFrom(firstPosition, _size.Limit)), cancellationToken);
        _size.Seen(page);
        return ([.. page.Found.Select(p => Commit.Read(p))], page.More, page.Header!.Revision);
    }

    public async IAsyncEnumerable<(List<RecordedEvent> Events, bool IsLast)> ReadEventsAsync(
        List<Commit> commits, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var wanted = new List<PartEntry>();
        var bytes = 0L;
        foreach (var parts in commits.Select(c => c.Parts))
        {
            var own = parts.Sum(p => (long)p.Bytes);
            if (wanted.Count > 0 && (wanted.Count + parts.Count > MostPartsAtOnce || bytes + own > MostBytesAtOnce))
            {
                yield return (await ReadPartsAsync(wanted, cancellationToken), false);
                wanted.Clear();
                bytes = 0;
            }

            wanted.AddRange(parts);
            bytes += own;
        }

        if (wanted.Count > 0)
            yield return (await ReadPartsAsync(wanted, cancellationToken), true);
    }

    private async Task<List<RecordedEvent>> ReadPartsAsync(List<PartEntry> wanted, CancellationToken cancellationToken)
    {
        var events = new List<RecordedEvent>(wanted.Sum(p => p.Count));
        foreach (var some in wanted.Chunk(MostPartsAtOnce))
        {
            var ranges = some.Select(p => new KeyRange(keys.Part(p.Stream, p.LastVersion)));
            var found = await client.ReadAsync(EtcdRequest.Read(ranges), cancellationToken);
            foreach (var (part, response) in some.Zip(found.Responses!))
            {
                events.AddRange(response.ResponseRange.Found is [var only]
                    ? Part.Read(part.Stream, only.Value).Events
                    : throw new StoreUnavailableException($"A part of the stream {part.Stream} is missing although a commit refers to it. "
                        + "Another process has deleted keys of the store."));
            }
        }

        return events;
    }
}

/// <summary>The number of values to request, from the size of previous values.</summary>
internal sealed class PageSize
{
    private const int Most = 1000;
    private const long WantedBytes = 2 << 20;

    public int Limit { get; private set; } = 64;

    public void Seen(EtcdRange page)
    {
        if (page.Found.Count > 0)
            Limit = (int)Math.Clamp(WantedBytes / Math.Max(1, page.Found.Sum(p => (long)p.Value.Length) / page.Found.Count), 1, Most);
    }
}
