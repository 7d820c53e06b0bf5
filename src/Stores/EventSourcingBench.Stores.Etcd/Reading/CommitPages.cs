namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>Reads commits and their events in order.</summary>
internal sealed class CommitPages(EtcdClient client, KeySpace keys)
{
    // Fits the server's default limits.
    private const int MostPartsAtOnce = 100;
    private const int MostBytesAtOnce = 4 << 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(12);

    private readonly PageSize _size = new();

    /// <summary>Reads commits from a position on.</summary>
    public async Task<(List<Commit> Commits, bool More, long Revision)> ReadAsync(long firstPosition, CancellationToken cancellationToken)
    {
        var page = await client.ReadAsync(
            EtcdPaths.Range, keys.CommitsFrom(firstPosition, _size.Limit).ToBody(), EtcdAnswer.Range, Limit, cancellationToken);
        _size.Seen(page);
        return ([.. page.Found.Select(p => Commit.Read(p))], page.More, page.Revision);
    }

    /// <summary>Reads the events of whole commits, in position order.</summary>
    public async IAsyncEnumerable<(List<RecordedEvent> Events, bool IsLast)> ReadEventsAsync(
        List<Commit> commits, [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var wanted = new List<PartEntry>();
        var bytes = 0L;
        for (var i = 0; i < commits.Count; i++)
        {
            var own = commits[i].Parts.Sum(p => (long)p.Bytes);
            if (wanted.Count > 0 && (wanted.Count + commits[i].Parts.Count > MostPartsAtOnce || bytes + own > MostBytesAtOnce))
            {
                yield return (await ReadPartsAsync(wanted, cancellationToken), false);
                wanted.Clear();
                bytes = 0;
            }

            wanted.AddRange(commits[i].Parts);
            bytes += own;
        }

        if (wanted.Count > 0)
        {
            yield return (await ReadPartsAsync(wanted, cancellationToken), true);
        }
    }

    private async Task<List<RecordedEvent>> ReadPartsAsync(List<PartEntry> wanted, CancellationToken cancellationToken)
    {
        var events = new List<RecordedEvent>(wanted.Sum(p => p.Count));
        foreach (var some in wanted.Chunk(MostPartsAtOnce))
        {
            var body = TransactionBody.Read(some.Select(p => new KeyRange(keys.Part(p.Stream, p.LastVersion))));
            var values = await client.ReadAsync(
                EtcdPaths.Transaction, body, static answer => EtcdAnswer.Ranges(answer).Select(r => r.Found.Count == 1 ? r.Found[0].Value : null).ToArray(), Limit, cancellationToken);
            for (var i = 0; i < some.Length; i++)
            {
                events.AddRange(Part.Read(some[i].Stream, values[i] ?? throw Gone(some[i].Stream)).Events);
            }
        }

        return events;
    }

    private static StoreUnavailableException Gone(StreamId stream) =>
        new($"A part of the stream {stream} is missing although a commit refers to it. Another process has deleted keys of the store.");
}
