using System.Collections.Concurrent;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The request that both suites send: the next bar, appended to the stream whose turn it is, entered in the history before
/// it is sent and ended with its answer.
/// </summary>
internal sealed class AppendLoad(
    IAppender store,
    IReadOnlyList<CurrencySymbol> symbols,
    BarSource bars,
    StepHistory history,
    LoadRecorder recorder,
    TimeSpan timeout,
    TimeProvider time,
    LoadShare? share = null) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "append";

    // By worker: what it sent last and was acknowledged.
    private readonly ConcurrentDictionary<int, AppendRequest> _last = new();
    private long _acknowledged;

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    /// <summary>Where it goes.</summary>
    public IAppender Store => store;

    /// <summary>The currencies that it sends.</summary>
    public IReadOnlyList<CurrencySymbol> Symbols => symbols;

    /// <summary>The bars that it sends.</summary>
    public BarSource Bars => bars;

    /// <summary>What was asked and answered.</summary>
    public StepHistory History => history;

    /// <summary>After this a request counts as a timeout.</summary>
    public TimeSpan Timeout => timeout;

    /// <summary>How many appends the store has acknowledged, warm-up included.</summary>
    public long Acknowledged => Interlocked.Read(ref _acknowledged);

    /// <summary>The command that adds a bar.</summary>
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

    /// <summary>Counts appends that generators in other processes made.</summary>
    public void AddAcknowledged(long count) => Interlocked.Add(ref _acknowledged, count);

    /// <summary>
    /// Sends the last acknowledged append of each worker once more, for verification: where a store promises idempotent appends, nothing
    /// may be stored again. Answers are of no interest.
    /// </summary>
    public async Task RepeatAsync()
    {
        foreach (var request in _last.Values)
        {
            await store.AppendAsync(request, timeout);
        }
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        // Generators take turns, so that together they send what one alone would.
        var number = share?.NumberOf(call.Sequence) ?? call.Sequence;
        var stream = (int)(number % symbols.Count);
        var command = Command(bars.Next(number), time.GetUtcNow());
        var data = CurrencyEvents.ToEventData(history.Ids.Of(history.EventOf(number)), Currency.Decide(symbols[stream], command));
        var lane = history.Lane(call.Worker);
        lane.Begin(number, call.Due, OperationKind.Append, stream, hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span));
        var request = new AppendRequest(call.Worker, symbols[stream], command, data);
        var reply = await store.AppendAsync(request, timeout);
        lane.End(reply.Outcome, reply.Version, reply.Position, reply.Outcome == Outcome.Conflict ? 1 : 0);
        if (reply.Outcome == Outcome.Success)
        {
            _last[call.Worker] = request;
            Interlocked.Increment(ref _acknowledged);
        }

        if (reply.Error is { } error)
        {
            recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
