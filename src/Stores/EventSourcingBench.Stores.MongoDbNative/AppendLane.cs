using System.Threading.Channels;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Runs one transaction at a time, because all increment the same counter. Appends that arrive meanwhile share the next one. If a
/// shared transaction is refused, each of its appends is decided separately.</summary>
internal sealed class AppendLane : IEventWriter, IBulkWriter, IAsyncDisposable
{
    // A command takes at most 16 MB.
    private const int FoundTogether = 10_000;

    private readonly OpenDatabase _open;
    private readonly EventTransactions _transactions;
    private readonly IMongoCollection<BsonDocument> _events;

    // The versions of streams as last seen. An outdated one leads to a refused insert, never to a gap: the unique index verifies it.
    private readonly StreamVersions _heads = new(capacity: 100_000);
    private readonly Channel<PendingAppend> _waiting = Channel.CreateUnbounded<PendingAppend>(
        new UnboundedChannelOptions { SingleReader = true });
    private readonly SemaphoreSlim _turn = new(1);
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
        cancellationToken.ThrowIfCancellationRequested();
        var now = _open.Time.GetUtcNow();
        var pending = new PendingAppend(stream.Value, expected, [.. events.Select(e => EventDocuments.Of(stream, e, now))]);
        return _waiting.Writer.TryWrite(pending)
            ? await pending.Answer.Task.WaitAsync(cancellationToken)
            : throw StoreClosing.Error();
    }

    /// <summary>One transaction takes all positions at once and inserts all documents by one ordered <c>InsertMany</c>.</summary>
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        AppendChecks.Require([.. events.Select(e => e.Event)]);
        cancellationToken.ThrowIfCancellationRequested();
        var now = _open.Time.GetUtcNow();
        await GuardedAsync([.. events.Select(e => EventDocuments.Of(e.Stream, e.Event, now))]).WaitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _waiting.Writer.TryComplete();
        await _worker;
        _turn.Dispose();
    }

    private async Task RunAsync()
    {
        var batch = new List<PendingAppend>();
        while (await _waiting.Reader.WaitToReadAsync())
        {
            batch.Clear();
            while (batch.Count < _open.Options.MaxBatch && _waiting.Reader.TryRead(out var pending))
                batch.Add(pending);

            await TakeTurnAsync(() => AppendAsync(batch), CancellationToken.None);
        }
    }

    private async Task TakeTurnAsync(Func<Task> work, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            _heads.Trim();
            await work();
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task AppendAsync(List<PendingAppend> batch)
    {
        try
        {
            foreach (var pending in await TogetherAsync(batch))
                await AloneAsync(pending);
        }
        catch (Exception e)
        {
            // Reported to each caller without a result.
            batch.ForEach(p => p.Answer.TrySetException(Translated(e)));
        }
    }

    // The undecided appends.
    private async Task<List<PendingAppend>> TogetherAsync(List<PendingAppend> batch)
    {
        if (_open.Gate.IsClosing)
            throw StoreClosing.Error();

        var (documents, others) = (new List<BsonDocument>(), new List<PendingAppend>());
        var planned = new List<(PendingAppend Append, long Version, int End)>();
        var versions = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var pending in batch)
        {
            if (!versions.TryGetValue(pending.Stream, out var version))
                version = await VersionAsync(pending.Stream);

            if (!pending.Expected.Allows(version))
            {
                others.Add(pending);
                continue;
            }

            versions[pending.Stream] = version;
            EventDocuments.Number(pending.Documents, versions);
            documents.AddRange(pending.Documents);
            planned.Add((pending, versions[pending.Stream], documents.Count));
        }

        if (documents.Count == 0)
            return others;

        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Store));
        var inserted = await _transactions.TryInsertAsync(documents);
        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Adapter));
        if (inserted is not { } last)
        {
            _heads.Forget(versions.Keys);
            return batch;
        }

        foreach (var (append, version, end) in planned)
        {
            _heads.Set(append.Stream, version);
            append.Answer.TrySetResult(new Appended(version, last - documents.Count + end));
        }

        return others;
    }

    private async Task AloneAsync(PendingAppend pending)
    {
        pending.Times?.Enter(RequestPart.Store);
        try
        {
            while (!await TryAloneAsync(pending))
            {
                if (_open.Gate.IsClosing)
                    throw StoreClosing.Error();
            }
        }
        catch (Exception e)
        {
            // The other appends of the batch are still undecided.
            pending.Answer.TrySetException(Translated(e));
        }
    }

    // False if another writer was faster.
    private async Task<bool> TryAloneAsync(PendingAppend pending)
    {
        // Before the ids: what is committed in between is a lost insert then, and no conflict with itself.
        var version = await HeadAsync(pending.Stream);
        if (await FindAsync(pending.Documents, isContiguous: true))
        {
            var last = EventDocuments.Read(await WaitUntilDurableAsync(pending.Documents[^1]));
            pending.Answer.TrySetResult(new Appended(last.Version, last.Position));
            return true;
        }

        if (!pending.Expected.Allows(version))
        {
            pending.Answer.TrySetResult(new WrongExpectedVersion(pending.Expected, version));
            return true;
        }

        EventDocuments.Number(pending.Documents, new(StringComparer.Ordinal) { [pending.Stream] = version });
        if (await _transactions.TryInsertAsync(pending.Documents) is not { } position)
            return false;

        _heads.Set(pending.Stream, version + pending.Documents.Length);
        pending.Answer.TrySetResult(new Appended(version + pending.Documents.Length, position));
        return true;
    }

    // Whether the events are in the store already, all of them in their streams: this is a retry.
    private async Task<bool> FindAsync(BsonDocument[] documents, bool isContiguous)
    {
        var stored = new List<BsonDocument>();
        foreach (var some in documents.Chunk(FoundTogether))
        {
            stored.AddRange(await _events.Find(EventDocuments.OfIds(some))
                .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Stream).Include(EventDocuments.Version))
                .ToListAsync());
        }

        if (stored.Count == 0)
            return false;

        var found = stored.ToDictionary(d => (d[EventDocuments.Id], d[EventDocuments.Stream]), d => d[EventDocuments.Version].AsInt64);
        var versions = Array.ConvertAll(
            documents, d => found.TryGetValue((d[EventDocuments.Id], d[EventDocuments.Stream]), out var at) ? at : (long?)null);
        if (isContiguous ? Appends.EndOfRetried(versions) is null : versions.Contains(null))
        {
            throw new ArgumentException($"{stored.Count} of the {documents.Length} events already exist in the store, the first in the "
                + $"stream {stored[0][EventDocuments.Stream]}, from another append: ids must be unique, and this is not a retry.");
        }

        return true;
    }

    private Task<BsonDocument> WaitUntilDurableAsync(BsonDocument document) =>
        _open.WaitUntilDurableAsync(_events, EventDocuments.OfId(document), _open.Gate.WhenClosing());

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

    private async Task GuardedAsync(BsonDocument[] documents)
    {
        _open.Gate.Enter();
        try
        {
            await TakeTurnAsync(() => InsertAsync(documents), _open.Gate.WhenClosing());
        }
        catch (Exception e) when (e is OperationCanceledException || MongoErrors.IsDriverError(e))
        {
            throw Translated(e);
        }
        finally
        {
            _open.Gate.Leave();
        }
    }

    private async Task InsertAsync(BsonDocument[] documents)
    {
        while (true)
        {
            if (_open.Gate.IsClosing)
                throw StoreClosing.Error();

            var versions = new Dictionary<string, long>(StringComparer.Ordinal);
            foreach (var stream in documents.Select(d => d[EventDocuments.Stream].AsString).Distinct(StringComparer.Ordinal))
                versions[stream] = await VersionAsync(stream);

            EventDocuments.Number(documents, versions);
            if (await _transactions.TryInsertAsync(documents) is not null)
            {
                foreach (var (stream, version) in versions)
                    _heads.Set(stream, version);

                return;
            }

            _heads.Forget(versions.Keys);
            if (await FindAsync(documents, isContiguous: false))
            {
                await WaitUntilDurableAsync(documents[^1]);
                return;
            }
        }
    }

    // Possibly outdated: the unique index verifies it.
    private async ValueTask<long> VersionAsync(string stream) =>
        _heads.TryGet(stream, out var version) ? version : await HeadAsync(stream);
}

/// <param name="Documents">Made before it waits: the caller may reuse its buffers when it has stopped waiting.</param>
internal sealed record PendingAppend(string Stream, ExpectedVersion Expected, BsonDocument[] Documents)
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    public TaskCompletionSource<AppendResult> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
