using System.Threading.Channels;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Runs one transaction at a time, because all increment the same counter. Appends that arrive meanwhile share the next one, but
/// for bulk appends. If a shared transaction is refused, each of its appends is decided separately.</summary>
internal sealed class AppendLane : IEventWriter, IBulkWriter, IAsyncDisposable
{
    private readonly OpenDatabase _open;
    private readonly EventTransactions _transactions;
    private readonly IMongoCollection<BsonDocument> _events;

    // The versions of streams as last seen. An outdated one leads to a refused insert, never to a gap: the unique index verifies it.
    private readonly StreamVersions _heads = new(capacity: 100_000);
    private readonly Channel<PendingAppend> _waiting = Channel.CreateUnbounded<PendingAppend>(
        new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _worker;

    public AppendLane(OpenDatabase open)
    {
        (_open, _transactions) = (open, new EventTransactions(open));
        _events = open.Database.GetCollection<BsonDocument>(EventDocuments.Collection).WithReadConcern(ReadConcern.Local);
        _worker = Task.Run(RunAsync);
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        AppendChecks.Require(events);
        return await EnqueueAsync(expected, events.Select(e => new BulkEvent(stream, e)), cancellationToken);
    }

    /// <summary>One transaction takes all positions at once and inserts all documents by one ordered <c>InsertMany</c>.</summary>
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        AppendChecks.Require([.. events.Select(e => e.Event)]);
        await EnqueueAsync(expected: null, events, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _waiting.Writer.TryComplete();
        await _worker;
    }

    private async ValueTask<AppendResult> EnqueueAsync(
        ExpectedVersion? expected, IEnumerable<BulkEvent> events, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var now = _open.Time.GetUtcNow();
        var pending = new PendingAppend(expected, [.. events.Select(e => EventDocuments.Of(e.Stream, e.Event, now))]);
        return _waiting.Writer.TryWrite(pending)
            ? await pending.Answer.Task.WaitAsync(cancellationToken)
            : throw StoreClosing.Error();
    }

    private async Task RunAsync()
    {
        var batch = new List<PendingAppend>();
        while (await _waiting.Reader.WaitToReadAsync())
        {
            batch.Clear();
            while (_waiting.Reader.TryPeek(out var next) && MayJoin(batch, next) && _waiting.Reader.TryRead(out next))
                batch.Add(next);

            _heads.Trim();
            await AppendAsync(batch);
        }
    }

    private bool MayJoin(List<PendingAppend> batch, PendingAppend next) =>
        batch.Count == 0 || (batch.Count < _open.Options.MaxBatch && !next.IsBulk && !batch[0].IsBulk);

    private async Task AppendAsync(List<PendingAppend> batch)
    {
        try
        {
            await TogetherAsync(batch, new(StringComparer.Ordinal));
            foreach (var pending in batch.Where(p => !p.Answer.Task.IsCompleted))
                await AloneAsync(pending);
        }
        catch (Exception e)
        {
            // Reported to each caller without a result.
            batch.ForEach(p => p.Answer.TrySetException(Translated(e)));
        }
    }

    // One transaction for those that the versions allow. The others have no answer afterwards; if it is refused, none has.
    private async Task TogetherAsync(IEnumerable<PendingAppend> batch, Dictionary<string, long> versions)
    {
        _open.Gate.Closing.ThrowIfClosed();
        var documents = new List<BsonDocument>();
        var planned = new List<(PendingAppend Append, long Version, int End)>();
        foreach (var pending in batch)
        {
            // Possibly outdated: the unique index verifies it.
            foreach (var stream in pending.Streams.Where(s => !versions.ContainsKey(s)))
                versions.Add(stream, _heads.TryGet(stream, out var version) ? version : await HeadAsync(stream));

            if (!pending.Allows(versions))
                continue;

            EventDocuments.Number(pending.Documents, versions);
            documents.AddRange(pending.Documents);
            planned.Add((pending, versions[pending.Streams[0]], documents.Count));
        }

        if (documents.Count == 0)
            return;

        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Store));
        var inserted = await _transactions.TryInsertAsync(documents);
        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Adapter));
        if (inserted is not { } last)
        {
            _heads.Forget(versions.Keys);
            return;
        }

        foreach (var (stream, version) in versions)
            _heads.Set(stream, version);

        planned.ForEach(p => p.Append.Answer.TrySetResult(new Appended(p.Version, last - documents.Count + p.End)));
    }

    // Repeated while another writer is faster.
    private async Task AloneAsync(PendingAppend pending)
    {
        pending.Times?.Enter(RequestPart.Store);
        try
        {
            do
            {
                // Before the ids: what is committed in between is a lost insert then, and no conflict with itself.
                var versions = new Dictionary<string, long>(StringComparer.Ordinal);
                foreach (var stream in pending.Streams)
                    versions.Add(stream, await HeadAsync(stream));

                if (await IsStoredAsync(pending))
                    pending.Answer.TrySetResult(await FirstAnswerAsync(pending));
                else if (!pending.Allows(versions))
                    pending.Answer.TrySetResult(new WrongExpectedVersion(pending.Expected!.Value, versions[pending.Streams[0]]));
                else
                    await TogetherAsync([pending], versions);
            }
            while (!pending.Answer.Task.IsCompleted);
        }
        catch (Exception e)
        {
            // The other appends of the batch are still undecided.
            pending.Answer.TrySetException(Translated(e));
        }
    }

    private async Task<Appended> FirstAnswerAsync(PendingAppend pending)
    {
        using var closing = _open.Gate.Closing.Link(CancellationToken.None);
        var last = EventDocuments.Read(
            await _open.WaitUntilDurableAsync(_events, EventDocuments.OfId(pending.Documents[^1]), closing.Token));
        return new Appended(last.Version, last.Position);
    }

    // Whether the events are in the store already, all of them in their streams: this is a retry.
    private async Task<bool> IsStoredAsync(PendingAppend pending)
    {
        var stored = new List<BsonDocument>();
        foreach (var some in pending.Documents.Chunk(OpenDatabase.FoundTogether))
        {
            stored.AddRange(await _events.Find(EventDocuments.OfIds(some))
                .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Stream).Include(EventDocuments.Version))
                .ToListAsync());
        }

        if (stored.Count == 0)
            return false;

        var found = stored.ToDictionary(d => (d[EventDocuments.Id], d[EventDocuments.Stream]), d => d[EventDocuments.Version].AsInt64);
        var versions = Array.ConvertAll(
            pending.Documents, d => found.TryGetValue((d[EventDocuments.Id], d[EventDocuments.Stream]), out var at) ? at : (long?)null);
        if (pending.IsBulk ? versions.Contains(null) : Appends.EndOfRetried(versions) is null)
        {
            throw new ArgumentException($"{stored.Count} of the {versions.Length} events already exist in the store, the first in the "
                + $"stream {stored[0][EventDocuments.Stream]}, from another append: ids must be unique, and this is not a retry.");
        }

        return true;
    }

    private async Task<long> HeadAsync(string stream)
    {
        var last = await _events.Find(Builders<BsonDocument>.Filter.Eq(EventDocuments.Stream, stream))
            .Sort(Builders<BsonDocument>.Sort.Descending(EventDocuments.Version))
            .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Version))
            .FirstOrDefaultAsync();
        return last is null ? 0 : last[EventDocuments.Version].AsInt64;
    }

    private Exception Translated(Exception e) => e is OperationCanceledException ? StoreClosing.Error()
        : MongoErrors.IsDriverError(e) ? _open.Unavailable(e)
        : e;
}

/// <param name="Expected">The expected version of their stream; null for a bulk append to the ends of any streams.</param>
/// <param name="Documents">Made before it waits: the caller may reuse its buffers when it has stopped waiting.</param>
internal sealed record PendingAppend(ExpectedVersion? Expected, BsonDocument[] Documents)
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    public TaskCompletionSource<AppendResult> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string[] Streams { get; } = [.. Documents.Select(d => d[EventDocuments.Stream].AsString).Distinct(StringComparer.Ordinal)];

    public bool IsBulk => Expected is null;

    public bool Allows(Dictionary<string, long> versions) => Expected is not { } expected || expected.Allows(versions[Streams[0]]);
}
