namespace EventSourcingBench.LoadTests.Appends;

/// <summary>The request that several suites send: the next bar, appended to the stream whose turn it is.</summary>
internal class AppendLoad : SuiteLoad, IBulkContent
{
    public const string Operation = "append";

    // By worker: what it sent last and was acknowledged.
    private readonly ConcurrentDictionary<int, BarAppend> _last = new();
    private readonly string[] _paths;
    private readonly bool _isTagged;

    /// <summary>With bars that are in the store before the load (<c>preload</c>).</summary>
    public AppendLoad(LoadContext context, long preload = 0)
        : base(context, Operation)
    {
        Symbols = Appends.Symbols.Create(context.Step.Workload.Get(LoadParameters.Streams));
        _isTagged = context.Target is DirectStore { Store.Events: null };
        _paths = [.. Symbols.Select(s => $"currencies/{s.Value}/bars")];
        History = context.NewHistory(
            Symbols.Select(s => CurrencyStreams.For(s).Value), bulk: preload == 0 ? null : new BulkHistory(this, preload));
    }

    public override StepHistory History { get; }

    public IReadOnlyList<CurrencySymbol> Symbols { get; }

    public static AddCurrencyInfo Command(in Bar bar, DateTimeOffset apiCallTime) => new()
    {
        Time = bar.Time,
        TickVolume = bar.TickVolume,
        RealVolume = bar.RealVolume,
        High = bar.High,
        Low = bar.Low,
        Open = bar.Open,
        Close = bar.Close,
        ApiCallTime = apiCallTime,
    };

    public int StreamOf(long number) => (int)(number % Symbols.Count);

    public ulong HashOf(long number) => HashOf(Preloaded(number).Event, StreamOf(number));

    /// <summary>A bar that is there before the load, as if it was sent at its time.</summary>
    public BulkEvent Preloaded(long number)
    {
        var command = Command(Context.Bars.Next(number), new DateTimeOffset(Context.Bars.Next(number).Time, TimeSpan.Zero));
        return new BulkEvent(CurrencyStreams.For(Symbols[StreamOf(number)]), EventOf(number, command));
    }

    /// <summary>Sends the last acknowledged append of each worker once more, for verification: where a store promises idempotent appends,
    /// nothing may be stored again. Answers are of no interest.</summary>
    public async Task RepeatAsync()
    {
        foreach (var (worker, append) in _last)
            await Context.Target.SendAsync(worker, append, Context.Timeout);
    }

    // Generators take turns, so that together they send what one alone would.
    protected override async ValueTask<LoadReply> SendAsync(LoadCall call, long number)
    {
        var sent = History.EventOf(number);
        var (stream, command) = (StreamOf(sent), Command(Context.Bars.Next(sent), Context.Time.GetUtcNow()));
        var data = EventOf(sent, command);
        History.Lane(call.Worker).Begin(number, call.Due, OperationKind.Append, stream, hash: HashOf(data, stream));
        var append = new BarAppend(Symbols[stream], _paths[stream], command, data);
        var reply = await SendAsync(call.Worker, append);
        if (reply.Outcome == Outcome.Success)
            _last[call.Worker] = append;

        return reply;
    }

    private EventData EventOf(long number, AddCurrencyInfo command) =>
        CurrencyEvents.ToEventData(History.Ids.Of(number), Currency.Decide(Symbols[StreamOf(number)], command));

    private ulong HashOf(EventData data, int stream) => ContentHash.Of(
        data.Type, data.Data.Span, data.Metadata.Span, _isTagged ? [History.Keys[stream]] : null, isCanonical: true);
}

/// <summary>A bar to append, and the event that it becomes.</summary>
internal sealed class BarAppend(CurrencySymbol symbol, string path, AddCurrencyInfo command, EventData data) : StoreOperation
{
    public override HttpLoadRequest ToHttp(RequestWriter to) => new(HttpMethod.Post, to.Often(path))
    {
        Body = to.Json(command, ApiJson.Default.AddCurrencyInfo),
        IdempotencyKey = data.Id,
    };

    // Where there are no streams, the name of the stream is a tag.
    public override ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken) =>
        store.Store.Events is { } events
            ? AppendAsync(events, CurrencyStreams.For(symbol), ExpectedVersion.Any, data, cancellationToken)
            : AppendAsync(store.Store.Dcb!, CurrencyStreams.For(symbol).Value, data, cancellationToken);
}
