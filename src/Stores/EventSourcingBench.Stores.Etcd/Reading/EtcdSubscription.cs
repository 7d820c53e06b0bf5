namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>Reads the log by ranges up to a revision, then watches from the next revision on. Positions have no gaps, so a missing event is
/// detected. When a watch ends, the ranges continue after the last event.</summary>
internal sealed class EtcdSubscription(EtcdClient client, KeySpace keys) : ICatchUpSubscription
{
    // Fits the server's default limits.
    private const int MostPartsAtOnce = 100;
    private const int MostBytesAtOnce = 4 << 20;

    // A node that is cut off from the others stays silent. Ranges need a majority and detect this.
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(5);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var last = PositionCheckpoint.Parse(after);
        cancellationToken.ThrowIfCancellationRequested();
        using var ending = client.Closing.Link(cancellationToken);
        var size = new PageSize();
        var wasCaughtUp = false;
        while (true)
        {
            var node = client.Nodes.Current;
            var page = await client.ReadAsync(EtcdRequest.Range(keys.CommitsFrom(last + 1, size.Limit)), cancellationToken);
            size.Seen(page);
            var (commits, more, revision) = (page.Kvs.Select(Commit.Read).ToList(), page.More, page.Header.Revision);
            if (commits.Count > 0 && commits[0].FirstPosition != last + 1)
                throw new FormatException($"'{after}' is not a checkpoint of this store: no append ended with this position.");

            await foreach (var (events, isLast) in ReadEventsAsync(commits, cancellationToken))
            {
                last = events[^1].Position!.Value;
                wasCaughtUp = isLast && !more;
                yield return new EventBatch(events, PositionCheckpoint.At(last), wasCaughtUp);
            }

            if (more)
                continue;

            if (!wasCaughtUp)
            {
                wasCaughtUp = true;
                yield return new EventBatch([], PositionCheckpoint.At(last), CaughtUp: true);
            }

            using var watch = new PartWatch(client, node, keys);
            var next = await UnlessSilentAsync(token => watch.BeginAsync(revision + 1, token), ending.Token, cancellationToken);
            // Skip a node that cannot be watched. The next range fails if no other node answers.
            if (next is null)
                client.Nodes.Leave(node);

            for (; next is not null; next = await UnlessSilentAsync(watch.NextAsync, ending.Token, cancellationToken))
            {
                if (next.Count == 0)
                    continue;

                if (next[0].Position != last + 1 || next[^1].Position != last + next.Count)
                    break;

                last += next.Count;
                wasCaughtUp = !watch.HasMore;
                yield return new EventBatch(next, PositionCheckpoint.At(last), wasCaughtUp);
            }
        }
    }

    // Null if the node stayed silent or could not be reached: the caller continues with a range, which fails if no other node answers.
    private async ValueTask<List<RecordedEvent>?> UnlessSilentAsync(
        Func<CancellationToken, Task<List<RecordedEvent>?>> ask, CancellationToken ending, CancellationToken cancellationToken)
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(ending);
        silence.CancelAfter(LongestSilence);
        try
        {
            return await ask(silence.Token);
        }
        catch (Exception e) when (e is RpcException or InvalidOperationException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (ending.IsCancellationRequested)
                throw StoreClosing.Error();

            return e is RpcException call && EtcdErrors.Of(call) is { Code: not null } refusal
                ? throw EtcdErrors.Reading(refusal, client.Nodes)
                : null;
        }
    }

    // The events of whole commits, in position order.
    private async IAsyncEnumerable<(List<RecordedEvent> Events, bool IsLast)> ReadEventsAsync(
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
            var ranges = some.Select(p => new RangeRequest { Key = keys.Part(p.Stream, p.LastVersion) });
            var found = await client.ReadAsync(EtcdRequest.Read(ranges), cancellationToken);
            foreach (var (part, response) in some.Zip(found.Responses))
            {
                events.AddRange(response.ResponseRange.Kvs is [var only]
                    ? Part.Read(part.Stream, only)
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

    public void Seen(RangeResponse page)
    {
        if (page.Kvs.Count > 0)
            Limit = (int)Math.Clamp(WantedBytes / Math.Max(1, page.Kvs.Sum(p => (long)p.Value.Length) / page.Kvs.Count), 1, Most);
    }
}
