using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The request that both suites send: the next bar, appended to the stream whose turn it is, entered in the ledger before
/// it is sent and settled after its answer.
/// </summary>
internal sealed class AppendLoad(
    IAppender store,
    IReadOnlyList<CurrencySymbol> symbols,
    BarSource bars,
    Ledger ledger,
    LoadRecorder recorder,
    TimeSpan timeout,
    TimeProvider time,
    LoadShare? share = null) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "append";

    private long _acknowledged;

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    /// <summary>Where it goes.</summary>
    public IAppender Store => store;

    /// <summary>The currencies that it sends.</summary>
    public IReadOnlyList<CurrencySymbol> Symbols => symbols;

    /// <summary>The bars that it sends.</summary>
    public BarSource Bars => bars;

    /// <summary>What was sent.</summary>
    public Ledger Ledger => ledger;

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

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        // Generators take turns, so that together they send what one alone would.
        var number = share?.NumberOf(call.Sequence) ?? call.Sequence;
        var stream = (int)(number % symbols.Count);
        var bar = bars.Next(number);
        var lane = ledger.Lane(call.Worker);
        var eventId = Guid.CreateVersion7(time.GetUtcNow());
        lane.Send(eventId, stream, bar.TickVolume);
        var command = Command(bar, time.GetUtcNow());
        var reply = await store.AppendAsync(new AppendRequest(call.Worker, eventId, symbols[stream], command), timeout);
        Settle(lane, reply);
        return reply.Outcome;
    }

    private void Settle(LedgerLane lane, AppendReply reply)
    {
        switch (reply.Outcome)
        {
            case Outcome.Success:
                lane.Acknowledge(reply.Version);
                Interlocked.Increment(ref _acknowledged);
                break;
            case Outcome.Conflict:
                lane.Conflict();
                break;
            case Outcome.Error:
                lane.Fail();
                break;
            case Outcome.Refused:
                throw new InvalidOperationException("No rule refuses a bar that was made to fulfil them.");
            case Outcome.Timeout:
                // It stays unknown: verification looks it up.
                break;
            default:
                throw new InvalidOperationException($"A request ended with the unknown outcome {reply.Outcome}.");
        }

        if (reply.Error is { } error)
        {
            recorder.RecordError(error);
        }
    }
}
