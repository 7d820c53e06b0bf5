namespace EventSourcingBench.LoadTests.Appends;

/// <summary>The request that several suites send: the next bar, appended to the stream whose turn it is.</summary>
internal class AppendLoad : SuiteLoad, IBulkContent
{
    private readonly string[] _paths;
    private readonly bool _isTagged;

    // By number.
    private readonly StreamId[] _names;
    private readonly IReadOnlyList<string>[] _tags;
    private readonly bool _hasCategories;

    /// <summary>With bars that are in the store before the load (<c>preload</c>), and further streams that no request appends to. Streams
    /// belong to the categories in turn; 0: to one.</summary>
    public AppendLoad(LoadContext context, long preload = 0, int furtherStreams = 0, int categories = 0)
        : base(context)
    {
        Streams = context.Step.Workload.Get(LoadParameters.Streams);
        Symbols = Appends.Symbols.Create(Streams + furtherStreams);
        _isTagged = context.Target is DirectStore { Store.Events: null };
        _paths = [.. Symbols.Select(s => $"currencies/{s.Value}/bars")];
        _hasCategories = categories > 0;
        _names = [.. Symbols.Select((s, i) => _hasCategories ? new StreamId($"{CategoryOf(i % categories)}-{s}") : CurrencyStreams.For(s))];
        _tags = [.. _names.Select(TagsOf)];
        History = context.NewHistory(_names.Select(n => n.Value), bulk: preload == 0 ? null : new BulkHistory(this, preload));
    }

    public IReadOnlyList<CurrencySymbol> Symbols { get; }

    /// <summary>How many of them, the first, requests append to in turn.</summary>
    public int Streams { get; }

    /// <summary>The name of a category: streams that begin with it and <c>-</c>, or a tag.</summary>
    public static string CategoryOf(int number) => string.Create(CultureInfo.InvariantCulture, $"currency{number}");

    /// <summary>What a store without streams tags an event with: the name of its stream, and that of its category.</summary>
    public IReadOnlyList<string> TagsOf(StreamId stream) => _hasCategories ? [stream.Value, stream.Value.Split('-')[0]] : [stream.Value];

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

    public virtual int StreamOf(long number) => (int)(number % Streams);

    public ulong HashOf(long number) => HashOf(Preloaded(number).Event, StreamOf(number));

    /// <summary>A bar that is there before the load, as if it was sent at its time.</summary>
    public BulkEvent Preloaded(long number)
    {
        var command = Command(Context.Bars.Next(number), new DateTimeOffset(Context.Bars.Next(number).Time, TimeSpan.Zero));
        return new BulkEvent(_names[StreamOf(number)], EventOf(number, command));
    }

    /// <summary>Sends the last acknowledged append of each worker once more, for verification: where a store promises idempotent appends,
    /// nothing may be stored again.</summary>
    /// <returns>The appends that were answered a conflict, or another version or position than the first time, with both answers.</returns>
    public async Task<IReadOnlyList<(Measurement.Histories.Operation First, LoadReply Again)>> RepeatAsync()
    {
        var wrong = new List<(Measurement.Histories.Operation, LoadReply)>();
        foreach (var lane in History.Lanes)
        {
            var appends = lane.Where((in o) => o is { Kind: OperationKind.Append, Outcome: Outcome.Success });
            if (appends.Select(o => (Measurement.Histories.Operation?)o).LastOrDefault() is not { } first)
                continue;

            var again = await Context.Target.SendAsync(0, AppendOf(first.Number), Context.Step.Timeout);
            if (again.Outcome == Outcome.Conflict
                || (again.Outcome == Outcome.Success && (Differ(first.Version, again.Version) || Differ(first.Position, again.Position))))
            {
                wrong.Add((first, again));
            }
        }

        return wrong;

        // Zero: not answered.
        static bool Differ(long one, long other) => one > 0 && other > 0 && one != other;
    }

    // Generators take turns, so that together they send what one alone would.
    protected override ValueTask<LoadReply> SendAsync(LoadCall call, long number) =>
        SendAsync(call.Worker, Begin(History.Lane(call.Worker), number, call.Due));

    protected BarAppend Begin(HistoryLane lane, long number, long? due)
    {
        var (append, stream) = (AppendOf(number), StreamOf(History.EventOf(number)));
        lane.Begin(number, due, OperationKind.Append, stream, hash: HashOf(append.Data, stream));
        return append;
    }

    private BarAppend AppendOf(long number)
    {
        var sent = History.EventOf(number);
        var (stream, command) = (StreamOf(sent), Command(Context.Bars.Next(sent), Context.Time.GetUtcNow()));
        return new BarAppend(_names[stream], _tags[stream], _paths[stream], command, EventOf(sent, command));
    }

    private EventData EventOf(long number, AddCurrencyInfo command) =>
        CurrencyEvents.ToEventData(History.Ids.Of(number), Currency.Decide(Symbols[StreamOf(number)], command));

    private ulong HashOf(EventData data, int stream) => ContentHash.Of(
        data.Type, data.Data.Span, data.Metadata.Span, _isTagged ? _tags[stream] : null, isCanonical: true);
}

internal sealed class BarAppend(
    StreamId stream, IReadOnlyList<string> tags, string path, AddCurrencyInfo command, EventData data) : StoreOperation
{
    public StreamId Stream => stream;

    public EventData Data => data;

    public override HttpLoadRequest ToHttp(RequestWriter to) => new(HttpMethod.Post, to.Often(path))
    { Body = to.Json(command, ApiJson.Default.AddCurrencyInfo), IdempotencyKey = data.Id };

    public override LoadReply Read(HttpLoadReply reply) => reply.Outcome != Outcome.Success ? base.Read(reply) : base.Read(reply) with
    { Position = JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.AppendedBar)!.Position ?? 0 };

    public override ValueTask<LoadReply> RunAsync(DirectStore store, CancellationToken cancellationToken) =>
        store.Store.Events is { } events
            ? AppendAsync(events, stream, ExpectedVersion.Any, data, cancellationToken)
            : AppendAsync(store.Store.Dcb!, tags, data, cancellationToken);
}
