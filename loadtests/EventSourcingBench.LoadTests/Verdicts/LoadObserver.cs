namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>Looks at the store beside the load, for verification: a small share of reads of streams that were just written, and one
/// subscription to all events. What they show goes into the history, and into no measured figure. The share of reads is for each
/// operation of the load, 0 to 1, at least one a second; 0: nothing is looked at. In a store without streams reads are queries by the tag
/// of a key; without such tags there are none.</summary>
internal sealed class LoadObserver(
    IReadBack readBack, StepHistory history, double share, Func<string, bool> isOther, Func<string, string>? tagOf, TimeProvider time)
    : IAsyncDisposable
{
    // Every second read ends at its limit, the others at the end of the stream.
    private const long Short = 5;
    private const long Long = 500;
    private const int EventsBefore = 9;
    private const int PositionsBefore = 1_000;
    private const double MaxReadsPerSecond = 100;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(20);

    // By key: the last version that a read showed, as not every suite is answered a version.
    private readonly Dictionary<int, long> _shown = [];
    private readonly CancellationTokenSource _abandoned = new();
    private volatile bool _isOver;
    private long _failures;
    private string? _firstFailure;
    private string _checkpoint = "";
    private long _delivered; // The version of the last event.
    private Task _running = Task.CompletedTask;

    public HistoryLane? Deliveries { get; private set; }

    /// <summary>What failed of it, a clause; null where nothing did. To be asked when it has stopped.</summary>
    public string? Failures => _firstFailure is null ? null : FormattableString.Invariant(
        $"{_failures:N0} reads or deliveries beside the load failed, the first with: {_firstFailure.TrimEnd('.')}");

    /// <summary>Begins. The store is empty, or has preloaded events only.</summary>
    public void Start()
    {
        if (share <= 0)
            return;

        var tasks = new List<Task>();
        if (readBack.HasStreams || tagOf is not null)
        {
            var lane = history.AddLane();
            tasks.Add(Task.Run(() => ReadAsync(lane), CancellationToken.None));
        }

        if (readBack.HasOrder)
        {
            var lane = Deliveries = history.AddLane();
            tasks.Add(Task.Run(() => SubscribeAsync(lane), CancellationToken.None));
        }

        _running = Task.WhenAll(tasks);
    }

    public Task StopAsync()
    {
        _isOver = true;
        return _running;
    }

    /// <summary>Ends it, and does not wait for what the store has not delivered: Marten's subscriptions wait seconds at a gap.</summary>
    public async ValueTask DisposeAsync()
    {
        await _abandoned.CancelAsync();
        await StopAsync();
        _abandoned.Dispose();
    }

    /// <summary>Lets the subscription catch up, when the store is idle.</summary>
    public Task CatchUpAsync(CancellationToken cancellationToken) =>
        Deliveries is { } lane ? DeliverAsync(lane, cancellationToken) : Task.CompletedTask;

    private async Task ReadAsync(HistoryLane lane)
    {
        var start = time.GetTimestamp();
        for (var done = 0L; !_isOver;)
        {
            var seconds = time.GetElapsedTime(start).TotalSeconds;
            var wanted = Math.Min(Math.Max(seconds, share * (history.Count + history.AcknowledgedElsewhere)), seconds * MaxReadsPerSecond);
            if (done < wanted && history.FindRecent(done) is { } recent)
                await ReadAsync(lane, done++, recent.Key, recent.Version);
            else
                await time.DelayAsync(Tick, CancellationToken.None);
        }
    }

    private async Task ReadAsync(HistoryLane lane, long number, int key, long version)
    {
        var isQuery = !readBack.HasStreams;
        var from = Math.Max(1, isQuery ? Interlocked.Read(ref _delivered) - PositionsBefore
            : Math.Max(version, _shown.GetValueOrDefault(key)) - EventsBefore);
        var limit = isQuery ? long.MaxValue : number % 2 == 0 ? Long : Short;
        var name = isQuery ? tagOf!(history.Keys[key]) : history.Keys[key];
        var before = lane.ObservedCount;
        if (await lane.ReadAsync(history.Ids, readBack, number, key, name, from, limit, CancellationToken.None) is { } failure)
            Failed(failure);

        if (lane.ObservedCount > before)
            _shown[key] = lane.Observed(lane.ObservedCount - 1).Version;
    }

    private async Task SubscribeAsync(HistoryLane lane)
    {
        while (!_isOver)
        {
            try
            {
                await DeliverAsync(lane, _abandoned.Token);
            }
            catch (Exception e)
            {
                // It goes on after its checkpoint, as a subscriber of an application would. What is missing in the end is found.
                Failed(e);
            }

            await time.DelayAsync(Tick, CancellationToken.None);
        }
    }

    private Task DeliverAsync(HistoryLane lane, CancellationToken cancellationToken) => lane.DeliverAsync(async () =>
    {
        await foreach (var batch in readBack.ReadAllAsync(_checkpoint, cancellationToken))
        {
            batch.Events.RemoveAll(e => isOther(e.Stream));
            lane.Observe(history.Ids, batch.Events);
            if (batch.Events is [.., var last])
                Interlocked.Exchange(ref _delivered, last.Version);

            _checkpoint = batch.Checkpoint;
        }
    }, cancellationToken);

    private void Failed(Exception e)
    {
        Interlocked.Increment(ref _failures);
        Interlocked.CompareExchange(ref _firstFailure, Secrets.OfThisProcess.Redact(e.Message), null);
    }
}

internal static class Observations
{
    public static void Observe(this HistoryLane lane, EventIds ids, in FoundEvent found) => lane.Observe(new Observation(
        ids.NumberOf(found.Id),
        (uint)Math.Clamp(found.Version, 0, uint.MaxValue),
        Observation.FoldOf(found.Hash, found.Stream, found.Position)));

    /// <summary>Reads a stream, or by a tag, and enters what it showed.</summary>
    /// <returns>What the store threw, whatever it is: nothing is judged by this read then. Null where it ended well.</returns>
    public static async Task<Exception?> ReadAsync(
        this HistoryLane lane, EventIds ids, IReadBack readBack, long number, int key, string name, long from, long limit,
        CancellationToken cancellationToken)
    {
        lane.Begin(number, due: null, OperationKind.Read, key, hash: limit == long.MaxValue ? ulong.MaxValue : (ulong)limit);
        try
        {
            await foreach (var page in readBack.ReadStreamAsync(name, from, limit, cancellationToken))
                lane.Observe(ids, page);

            lane.End(Outcome.Success, from);
            return null;
        }
        catch (Exception e)
        {
            lane.End(Outcome.Error, from);
            return e;
        }
    }

    public static void Observe(this HistoryLane lane, EventIds ids, IEnumerable<FoundEvent> found)
    {
        foreach (var one in found)
            lane.Observe(ids, one);
    }

    /// <summary>Enters a delivery. One that is cancelled is none that failed.</summary>
    public static async Task DeliverAsync(this HistoryLane lane, Func<Task> deliver, CancellationToken cancellationToken)
    {
        lane.Begin(lane.Count, due: null, OperationKind.Delivery, Operation.NoKey);
        var hasEnded = false;
        try
        {
            await deliver();
            hasEnded = true;
        }
        finally
        {
            lane.End(hasEnded || cancellationToken.IsCancellationRequested ? Outcome.Success : Outcome.Error);
        }
    }
}
