namespace EventSourcingBench.LoadTests.Growth;

/// <summary>A store that grows, with its events and its history: how it is filled, appended to, read and subscribed to.</summary>
internal sealed class GrowingStore
{
    public const string BackgroundOperation = "background append";

    /// <summary>What writes the history: one worker fills, appends and reads; the others are those of the background load.</summary>
    public const int Workers = 1 + GrowthBackground.Workers;

    private const int BufferBytes = 1 << 20;

    private readonly ExperimentContext _context;
    private readonly BatchAppends _appends;
    private readonly HistoryLane _deliveries;

    // What the last read from a version showed, and where the history has it: a sample reads the same events a thousand times.
    private readonly Dictionary<(int Stream, long From), (long First, List<FoundEvent> Seen)> _shown = [];
    private (StreamId Stream, EventData Data)? _lastLive;
    private Checkpoint _checkpoint = Checkpoint.Start;
    private long _sent;
    private long _sentLive;
    private long _acknowledged;
    private long _reads;

    public GrowingStore(ExperimentContext context, DirectStore store)
    {
        (_context, Opened) = (context, store);
        var workload = context.Step.Workload;
        Events = new GrowthEvents(context.Step.Seed, workload.Get(LoadParameters.Streams), workload.Get(GrowthParameters.Events));
        History = context.ForLoad().NewHistory(Events.Streams.Select(s => s.Value), bulk: new BulkHistory(Events.Bulk, Events.Bulk.Count));
        _appends = new BatchAppends(History, Events.Bulk);
        _deliveries = History.AddLane();
        BackgroundAppends = new LoadRecorder(BackgroundOperation, GrowthBackground.Workers, Time);
        Flushes = new LoadRecorder(IngestExperiment.Operation, maxWorkers: 1, Time);
    }

    public TimeProvider Time => _context.Tools.Time;

    public DirectStore Opened { get; }

    public IStore Store => Opened.Store;

    public GrowthEvents Events { get; }

    public StepHistory History { get; }

    public LoadRecorder BackgroundAppends { get; }

    public LoadRecorder Flushes { get; }

    public TimeSpan FillTime { get; private set; }

    public long Filled { get; private set; }

    /// <summary>Bytes that were written to files while it was filled; null where they are not counted.</summary>
    public long? Written { get; private set; } = 0;

    /// <summary>How many events had no row yet when the store said that it had rebuilt the read model.</summary>
    public long NotRebuilt { get; set; }

    /// <summary>How many events were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => _appends.Acknowledged + Interlocked.Read(ref _acknowledged);

    /// <summary>What was live when the short streams were filled; null where the store has no subscription.</summary>
    public SubscriberLane? Live { get; private set; }

    /// <summary>What the subscription delivered; null where the store has none.</summary>
    public HistoryLane? Deliveries => Store.Subscription is null ? null : _deliveries;

    public async Task<StorageUse?> ReadStorageAsync() => Store.Storage is { } meter ? await meter.ReadAsync() : null;

    /// <summary>Starts the projection; it runs at the samples only, so that filling is measured alone.</summary>
    public async Task<DirectReadModel?> StartProjectionAsync(CancellationToken cancellationToken) => Store.Projections is { } host
        ? await DirectReadModel.StartAsync(host, new SafeEventProjection(), cancellationToken) : null;

    /// <summary>Fills them by one bulk append, beside a live subscriber: a store may notify it of single events only.</summary>
    public async Task FillShortStreamsAsync(CancellationToken cancellationToken)
    {
        var batch = Events.Bulk.Others(History.Ids);
        if (Store.Subscription is null)
        {
            await Flusher().FlushAsync(batch);
            return;
        }

        var (lane, live, from) = (History.AddLane(), new TaskCompletionSource(), Events.Bulk.Count - batch.Count);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var following = lane.DeliverAsync(async () =>
        {
            await foreach (var delivered in new DirectReadBack(Store).FollowAsync("", only: null, end.Token))
            {
                lane.Observe(History.Ids, delivered.Events);
                if (delivered.CaughtUp)
                    live.TrySetResult();
            }
        }, end.Token);
        try
        {
            await Task.WhenAny(live.Task, following, Task.Delay(CatchUp.Stall, Time, end.Token));
            await Flusher().FlushAsync(batch);
            await CatchUp.ReachesAsync(
                () => Task.FromResult(lane.ObservedCount), () => following.IsCompleted ? 0 : batch.Count,
                CatchUp.Stall, CatchUp.Poll, Time, cancellationToken);

            // A subscription that broke is the store's failure, and not a lie. One that was ended before is not judged either.
            await (following.IsCompleted ? following : Task.CompletedTask);
            Live = new SubscriberLane(lane) { Follows = number => number >= from && number < Events.Bulk.Count };
        }
        finally
        {
            await end.CancelAsync();
            await following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Sends the last single append once more, after the store was opened again: where it promises idempotent appends, nothing may
    /// be stored again.</summary>
    public async Task RepeatLastAsync()
    {
        if (_lastLive is var (stream, data) && Store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
            await Store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data]);
    }

    /// <returns>Events a second.</returns>
    /// <exception cref="StoreFailureException">The store gave up.</exception>
    public async Task<double> FillAsync(long events, CancellationToken cancellationToken)
    {
        var written = (await ReadStorageAsync())?.WrittenBytes;
        var (flusher, start, before) = (Flusher(), Time.GetTimestamp(), Filled);
        await using (var buffer = new EventBuffer(new(Blocking: true, BufferBytes), flusher.FlushAsync, Time))
        {
            await Events.Bulk.ProduceAsync(History.Ids, Filled, events, buffer, flusher, cancellationToken);
            await buffer.CompleteAsync();
            Filled += buffer.Acknowledged;
        }

        var elapsed = Time.GetElapsedTime(start);
        FillTime += elapsed;
        if (flusher.Broken is { } reason)
            throw new StoreFailureException(reason);

        Written += (await ReadStorageAsync())?.WrittenBytes - written;
        return elapsed > TimeSpan.Zero ? (Filled - before) / elapsed.TotalSeconds : 0;
    }

    /// <exception cref="StoreFailureException">The store has not acknowledged it.</exception>
    public async Task<TimeSpan> AppendAsync()
    {
        var start = Time.GetTimestamp();
        var reply = await AppendAsync(lane: 0, Events.LiveStream(_sentLive++), worker: 0, due: null, _context.Recorder);
        return reply.Outcome == Outcome.Success
            ? Time.GetElapsedTime(start)
            : throw new StoreFailureException(reply.Error ?? "An append that expects no version met a version conflict.");
    }

    /// <summary>Appends one event of the background load; each worker is one caller at a time. What goes wrong is counted.</summary>
    public async ValueTask<Outcome> AppendInBackgroundAsync(int worker, long due) =>
        (await AppendAsync(1 + worker, Events.BackgroundStream(worker), worker, due, BackgroundAppends)).Outcome;

    /// <summary>Reads so many of the last events of a stream. After the measured time they go into the history.</summary>
    public Task<TimeSpan> ReadAsync(int stream, int count) => ReadFromAsync(stream, Math.Max(1, _appends.VersionOf(stream) - count + 1));

    /// <summary>Reads the stream of the last single append.</summary>
    public Task<TimeSpan> ReadAppendedAsync() => ReadFromAsync(Events.LiveStream(_sentLive - 1), from: 1);

    /// <summary>The subscription goes on from its checkpoint. Where events are appended meanwhile (<c>isLoaded</c>) it may never catch up:
    /// those that are there now are enough.</summary>
    /// <returns>Events a second; null where the store has no subscription.</returns>
    /// <exception cref="StoreFailureException">It delivered nothing for a minute.</exception>
    public async Task<double?> CatchUpAsync(bool isLoaded, CancellationToken cancellationToken)
    {
        if (Store.Subscription is not { } subscription)
            return null;

        // Judging an event takes longer than its delivery, so that it waits until the time is taken.
        var batches = new List<EventBatch>();
        var (count, target) = (0L, isLoaded ? Acknowledged - _deliveries.ObservedCount : long.MaxValue);
        var outcome = Outcome.Error;
        _deliveries.Begin(_deliveries.Count, due: null, OperationKind.Delivery, Operation.NoKey);
        try
        {
            var start = Time.GetTimestamp();
            await foreach (var batch in DirectReadBack.LimitAsync(
                either => subscription.SubscribeAsync(_checkpoint, either), Time, cancellationToken))
            {
                batches.Add(batch);
                count += batch.Events.Count;
                _checkpoint = batch.Checkpoint;
                if (batch.CaughtUp || count >= target)
                    break;
            }

            var elapsed = Time.GetElapsedTime(start);
            outcome = Outcome.Success;
            return count / elapsed.TotalSeconds;
        }
        catch (TimeoutException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
        finally
        {
            _deliveries.Observe(History.Ids, batches.SelectMany(b => b.Events).Select(new DirectReadBack(Store).Found));
            _deliveries.End(outcome);
        }
    }

    public FoundRow? RowOf(SentEvent sent)
    {
        var (symbol, type) = sent.Number < History.BulkCount
            ? Events.Bulk.HeadOf(sent.Number) : (GrowthEvents.LiveSymbol, GrowthEvents.LiveType);
        return new FoundRow(History.Ids.Of(sent.Number), symbol, type);
    }

    private BulkFlusher Flusher() => new(BulkStore.Of(Store)!, _appends, Flushes, _context.Step.Timeout, Time);

    private async Task<TimeSpan> ReadFromAsync(int stream, long from)
    {
        var lane = History.Lane(0);
        lane.Begin(_reads++, due: null, OperationKind.Read, stream, hash: ulong.MaxValue);
        var start = Time.GetTimestamp();
        var found = await Store.Events!.ReadStreamAsync(Events.Streams[stream], from).ToListAsync();
        var elapsed = Time.GetElapsedTime(start);
        var seen = found.ConvertAll(new DirectReadBack(Store).Found);
        if (_shown.TryGetValue((stream, from), out var known) && known.Seen.SequenceEqual(seen))
        {
            lane.EndLike(known.First, seen.Count, from);
            return elapsed;
        }

        _shown[(stream, from)] = (lane.ObservedCount, seen);
        lane.Observe(History.Ids, seen);
        lane.End(Outcome.Success, from);
        return elapsed;
    }

    private async Task<LoadReply> AppendAsync(int lane, int stream, int worker, long? due, LoadRecorder recorder)
    {
        var number = Interlocked.Increment(ref _sent) - 1;
        var data = new EventData(History.Ids.Of(History.EventOf(number)), SafeEvents.EventType, GrowthEvents.Live(Time.GetUtcNow()));
        if (lane == 0)
            _lastLive = (Events.Streams[stream], data);

        var hash = ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true);
        History.Lane(lane).Begin(number, due, OperationKind.Append, stream, hash: hash);
        var start = Time.GetTimestamp();
        var reply = await LoadReply.GuardAsync(
            cancel => StoreOperation.AppendAsync(Store.Events!, Events.Streams[stream], ExpectedVersion.Any, data, cancel),
            _context.Step.Timeout, Time);
        var end = Time.GetTimestamp();
        History.Lane(lane).End(reply.Outcome, reply.Version, reply.Position, reply.Conflicts);
        recorder.Record(worker, due ?? start, start, end, reply.Outcome);
        if (reply.Outcome == Outcome.Success)
            Interlocked.Increment(ref _acknowledged);

        if (reply.Error is { } error)
            recorder.RecordError(error);

        return reply;
    }
}
