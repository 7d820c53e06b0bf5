namespace EventSourcingBench.LoadTests.Appends;

/// <summary>
/// The request that both suites send: the next bar, appended to the stream whose turn it is, entered in the history before
/// it is sent and ended with its answer.
/// </summary>
internal sealed class AppendLoad : ILoad
{
    public const string Operation = "append";

    // By worker: what it sent last and was acknowledged.
    private readonly ConcurrentDictionary<int, AppendRequest> _last = new();

    public AppendLoad(LoadContext context)
    {
        Context = context;
        Symbols = Appends.Symbols.Create(context.Step.Workload.Get(LoadParameters.Streams));
        History = context.NewHistory(Symbols.Select(s => CurrencyStreams.For(s).Value));
    }

    public LoadContext Context { get; }

    public LoadScenario Scenario => new(Operation, SendAsync);

    public StepHistory History { get; }

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

    /// <summary>
    /// Sends the last acknowledged append of each worker once more, for verification: where a store promises idempotent appends, nothing
    /// may be stored again. Answers are of no interest.
    /// </summary>
    public async Task RepeatAsync()
    {
        foreach (var request in _last.Values)
        {
            await Context.Target.AppendAsync(request, Context.Timeout);
        }
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        // Generators take turns, so that together they send what one alone would.
        var number = Context.Share.NumberOf(call.Sequence);
        var stream = (int)(number % Symbols.Count);
        var command = Command(Context.Bars.Next(number), Context.Time.GetUtcNow());
        var data = CurrencyEvents.ToEventData(History.Ids.Of(History.EventOf(number)), Currency.Decide(Symbols[stream], command));
        var lane = History.Lane(call.Worker);
        var hash = ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span, isCanonical: true);
        lane.Begin(number, call.Due, OperationKind.Append, stream, hash: hash);
        var request = new AppendRequest(call.Worker, Symbols[stream], command, data);
        var reply = await Context.Target.AppendAsync(request, Context.Timeout);
        lane.End(reply.Outcome, reply.Version, reply.Position, reply.Outcome == Outcome.Conflict ? 1 : 0);
        if (reply.Outcome == Outcome.Success)
        {
            _last[call.Worker] = request;
        }

        if (reply.Error is { } error)
        {
            Context.Recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
