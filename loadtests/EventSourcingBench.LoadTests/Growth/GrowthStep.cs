namespace EventSourcingBench.LoadTests.Growth;

/// <summary>What the parts of a growing store's step share: its store, its events and its history.</summary>
internal sealed class GrowthStep
{
    public const string Operation = "append";

    public const string BackgroundOperation = "background append";

    /// <summary>What writes the history: one worker fills, appends and reads; the others are those of the background load.</summary>
    public const int Workers = 1 + GrowthBackground.Workers;

    private readonly ExperimentContext _context;
    private long _sent;
    private long _sentLive;
    private long _acknowledged;
    private long _reads;

    public GrowthStep(ExperimentContext context, KeptStore kept)
    {
        (_context, Kept) = (context, kept);
        Events = new GrowthEvents(Step.Seed, Step.Workload.Get(LoadParameters.Streams), Step.Workload.Get(GrowthParameters.Events));
        History = context.ForLoad().NewHistory(
            Events.Streams.Select(s => s.Value), bulk: new Measurement.Histories.BulkHistory(Events.Bulk, Events.Bulk.Count));
        BulkAppends = new BatchAppends(History, Events.Bulk);
        BackgroundAppends = new LoadRecorder(BackgroundOperation, GrowthBackground.Workers, Time);
        Flushes = new LoadRecorder(IngestExperiment.Operation, maxWorkers: 1, Time);
        (Fill, Projection, Subscription) = (new GrowthFill(this), new GrowthProjection(this), new GrowthSubscription(this));
    }

    public Step Step => _context.Step;

    public TimeProvider Time => _context.Tools.Time;

    public KeptStore Kept { get; }

    public IStore Store => Kept.Store;

    public bool HasProjections => Store.Projections is not null;

    public GrowthEvents Events { get; }

    public GrowthFill Fill { get; }

    public GrowthProjection Projection { get; }

    public GrowthSubscription Subscription { get; }

    public StepHistory History { get; }

    public BatchAppends BulkAppends { get; }

    public LoadRecorder Appends => _context.Recorder;

    public LoadRecorder BackgroundAppends { get; }

    public LoadRecorder Flushes { get; }

    /// <summary>How many events were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => BulkAppends.Acknowledged + Interlocked.Read(ref _acknowledged);

    /// <returns>The time that it took.</returns>
    /// <exception cref="StoreFailureException">The store has not acknowledged it.</exception>
    public async Task<TimeSpan> AppendAsync()
    {
        var start = Time.GetTimestamp();
        var reply = await AppendAsync(lane: 0, Events.LiveStream(_sentLive++), worker: 0, due: null, Appends);
        if (reply.Outcome != Outcome.Success)
            throw new StoreFailureException(reply.Error ?? "An append that expects no version met a version conflict.");

        return Time.GetElapsedTime(start);
    }

    /// <summary>Appends one event of the background load; each worker is one caller at a time. What goes wrong is counted.</summary>
    public async ValueTask<Outcome> AppendInBackgroundAsync(int worker, long due) =>
        (await AppendAsync(1 + worker, Events.BackgroundStream(worker), worker, due, BackgroundAppends)).Outcome;

    /// <summary>Reads events of a stream to its end. What it shows goes into the history behind the measured time.</summary>
    /// <returns>The time that it took.</returns>
    public async Task<TimeSpan> ReadAsync(int stream, long from)
    {
        var (lane, found) = (History.Lane(0), new List<RecordedEvent>());
        lane.Begin(_reads++, due: null, OperationKind.Read, stream, hash: ulong.MaxValue);
        var start = Time.GetTimestamp();
        await foreach (var recorded in Store.Events!.ReadStreamAsync(Events.Streams[stream], from))
            found.Add(recorded);

        var elapsed = Time.GetElapsedTime(start);
        lane.Observe(History.Ids, found.Select(new DirectReadBack(Store).Found));
        lane.End(Outcome.Success, from);
        return elapsed;
    }

    public FoundRow? RowOf(SentEvent sent)
    {
        var id = History.Ids.Of(sent.Number);
        return sent.Number < History.BulkCount
            ? Events.Bulk.RowOf(id, sent.Number)
            : new FoundRow(id, GrowthEvents.LiveSymbol, GrowthEvents.LiveType);
    }

    public static ulong EventOfRow(FoundRow row) => ContentHash.Of(SafeEvents.EventType, row.Document, metadata: []);

    private async Task<LoadReply> AppendAsync(int lane, int stream, int worker, long? due, LoadRecorder recorder)
    {
        var number = Interlocked.Increment(ref _sent) - 1;
        var id = History.Ids.Of(History.EventOf(number));
        var data = new EventData(id, SafeEvents.EventType, GrowthEvents.Live(Time.GetUtcNow()));
        var hash = ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true);
        History.Lane(lane).Begin(number, due, OperationKind.Append, stream, hash: hash);
        var start = Time.GetTimestamp();
        var reply = await LoadReply.GuardAsync(
            cancel => StoreOperation.AppendAsync(Store.Events!, Events.Streams[stream], ExpectedVersion.Any, data, cancel),
            Step.Timeout,
            Time);
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
