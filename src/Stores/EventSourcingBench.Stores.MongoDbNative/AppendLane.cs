using System.Threading.Channels;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Runs one transaction at a time, because all increment the same counter. Appends that arrive meanwhile share the next one. If a
/// shared transaction is refused, each of its appends is decided separately.</summary>
internal sealed class AppendLane : IEventWriter, IBulkWriter, IAsyncDisposable
{
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
        // A copy: the caller may reuse its buffers when it has stopped waiting.
        var pending = new PendingAppend(stream, expected, [.. events]);
        return _waiting.Writer.TryWrite(pending)
            ? await pending.Answer.Task.WaitAsync(cancellationToken)
            : throw StoreClosing.Error();
    }

    /// <summary>One transaction takes all positions at once and inserts all documents by one ordered <c>InsertMany</c>.</summary>
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        AppendChecks.Require([.. events.Select(e => e.Event)]);
        cancellationToken.ThrowIfCancellationRequested();
        // A copy: the caller may reuse its list when it has stopped waiting.
        await GuardedAsync([.. events]).WaitAsync(cancellationToken);
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
        var planning = new Dictionary<StreamId, long>();
        foreach (var pending in batch)
        {
            if (!planning.TryGetValue(pending.Stream, out var version))
                version = await VersionAsync(pending.Stream);

            if (!pending.Expected.Allows(version))
            {
                others.Add(pending);
                continue;
            }

            documents.AddRange(Documents(pending, version));
            planning[pending.Stream] = version + pending.Events.Count;
            planned.Add((pending, version + pending.Events.Count, documents.Count));
        }

        if (documents.Count == 0)
            return others;

        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Store));
        var inserted = await _transactions.TryInsertAsync(documents);
        planned.ForEach(p => p.Append.Times?.Enter(RequestPart.Adapter));
        if (inserted is not { } last)
        {
            _heads.Forget(planning.Keys.Select(s => s.Value));
            return batch;
        }

        foreach (var (append, version, end) in planned)
        {
            _heads.Set(append.Stream.Value, version);
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
        var first = EventDocuments.OfId(pending.Events[0].Id);
        if (await _events.Find(first).AnyAsync())
        {
            await AnswerRetryAsync(pending, await _open.WaitUntilDurableAsync(_events, first, _open.Gate.WhenClosing()));
            return true;
        }

        var version = await HeadAsync(pending.Stream);
        if (!pending.Expected.Allows(version))
        {
            pending.Answer.TrySetResult(new WrongExpectedVersion(pending.Expected, version));
            return true;
        }

        if (await _transactions.TryInsertAsync([.. Documents(pending, version)]) is { } last)
        {
            _heads.Set(pending.Stream.Value, version + pending.Events.Count);
            pending.Answer.TrySetResult(new Appended(version + pending.Events.Count, last));
            return true;
        }

        await RequireNewAsync(pending);
        return false;
    }

    private async Task AnswerRetryAsync(PendingAppend pending, BsonDocument firstFound)
    {
        var first = EventDocuments.Read(firstFound);
        if (first.Stream != pending.Stream)
            throw new ArgumentException($"The event {first.Id} already exists in the stream {first.Stream}: ids must be unique.");

        // The events of an append are contiguous, in the stream and in the global order.
        var more = pending.Events.Count - 1;
        var found = await _events.Find(EventDocuments.OfId(pending.Events[^1].Id)).FirstOrDefaultAsync();
        var last = found is null ? null : EventDocuments.Read(found);
        if (last is null || last.Stream != first.Stream || last.Version != first.Version + more)
            throw new ArgumentException($"The event {first.Id} already exists in the store, from another append: this is not a retry.");

        pending.Answer.TrySetResult(new Appended(first.Version + more, first.Position!.Value + more));
    }

    // Without this check, an append with only a later event in the store would be refused in an endless loop.
    private async Task RequireNewAsync(PendingAppend pending)
    {
        var keys = pending.Events.Skip(1).Select(e => ReadModelDocuments.Key(e.Id)).ToList();
        if (await _events.Find(Builders<BsonDocument>.Filter.In(EventDocuments.Id, keys)).AnyAsync()
            && !await _events.Find(EventDocuments.OfId(pending.Events[0].Id)).AnyAsync())
        {
            throw new ArgumentException("A later event of the append already exists in the store, its first one does "
                + "not: this is not a retry.");
        }
    }

    private async Task<long> HeadAsync(StreamId stream)
    {
        var last = await _events.Find(Builders<BsonDocument>.Filter.Eq(EventDocuments.Stream, stream.Value))
            .Sort(Builders<BsonDocument>.Sort.Descending(EventDocuments.Version))
            .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Version))
            .FirstOrDefaultAsync();
        return last is null ? 0 : last[EventDocuments.Version].AsInt64;
    }

    private IEnumerable<BsonDocument> Documents(PendingAppend pending, long version)
    {
        var now = _open.Time.GetUtcNow();
        return pending.Events.Select((data, index) => EventDocuments.Of(pending.Stream, version + 1 + index, data, now));
    }

    private Exception Translated(Exception e) => e is OperationCanceledException ? StoreClosing.Error()
        : MongoErrors.IsDriverError(e) ? _open.Unavailable(e)
        : e;

    private async Task GuardedAsync(BulkEvent[] events)
    {
        _open.Gate.Enter();
        try
        {
            await TakeTurnAsync(() => InsertAsync(events), _open.Gate.WhenClosing());
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

    private async Task InsertAsync(BulkEvent[] events)
    {
        while (true)
        {
            if (_open.Gate.IsClosing)
                throw StoreClosing.Error();

            var versions = new Dictionary<StreamId, long>();
            foreach (var stream in events.Select(e => e.Stream).Distinct())
                versions[stream] = await VersionAsync(stream);

            var now = _open.Time.GetUtcNow();
            // Each document takes the next version of its stream.
            var documents = events.Select(e => EventDocuments.Of(e.Stream, ++versions[e.Stream], e.Event, now)).ToList();
            if (await _transactions.TryInsertAsync(documents) is not null)
            {
                foreach (var (stream, version) in versions)
                    _heads.Set(stream.Value, version);

                return;
            }

            _heads.Forget(versions.Keys.Select(s => s.Value));
            if (await IsThereAsync(events))
            {
                await _open.WaitUntilDurableAsync(_events, EventDocuments.OfId(events[^1].Event.Id), _open.Gate.WhenClosing());
                return;
            }
        }
    }

    private async Task<bool> IsThereAsync(BulkEvent[] events)
    {
        var found = await _events.Find(
            Builders<BsonDocument>.Filter.In(EventDocuments.Id, events.Select(e => ReadModelDocuments.Key(e.Event.Id))))
            .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Id).Include(EventDocuments.Stream))
            .ToListAsync();
        var streams = found.ToDictionary(d => d[EventDocuments.Id], d => d[EventDocuments.Stream].AsString);
        return found.Count == 0 || Array.TrueForAll(
            events, e => streams.GetValueOrDefault(ReadModelDocuments.Key(e.Event.Id)) == e.Stream.Value)
            ? found.Count > 0
            : throw new ArgumentException($"{found.Count} of the {events.Length} events already exist in the store, from another "
                + "append: this is not a retry.");
    }

    // Possibly outdated: the unique index verifies it.
    private async ValueTask<long> VersionAsync(StreamId stream) =>
        _heads.TryGet(stream.Value, out var version) ? version : await HeadAsync(stream);
}

internal sealed record PendingAppend(StreamId Stream, ExpectedVersion Expected, IReadOnlyList<EventData> Events)
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    public TaskCompletionSource<AppendResult> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
