namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Operations on rosters, each at a different moment, and the order in which a store has their events.</summary>
internal sealed class RosterWorld
{
    private readonly FakeClock _clock = new();
    private readonly List<long> _stored = [];
    private long _next;

    public RosterWorld() => History = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, key: 7), workers: 4, _clock);

    private StepHistory History { get; }

    /// <returns>The number of the operation.</returns>
    public long Begin(RosterCommand command, int worker = 0, string key = "show", string? second = null)
    {
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        var secondKey = second is null ? Operation.NoKey : History.KeyOf(second);
        History.Lane(worker).Begin(_next, due: null, OperationKind.Append, History.KeyOf(key), secondKey, command.Argument);
        return _next++;
    }

    public void Store(long number) => _stored.Add(number);

    public void End(Outcome outcome, RosterRefusal? refusal = null, int worker = 0)
    {
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        History.Lane(worker).End(outcome, refusal is { } reason ? (long)reason : 0);
    }

    public void Do(RosterCommand command, string key = "show", string? second = null)
    {
        Store(Begin(command, key: key, second: second));
        End(Outcome.Success);
    }

    public void Refuse(RosterCommand command, RosterRefusal refusal, string key = "show", string? second = null)
    {
        Begin(command, key: key, second: second);
        End(Outcome.Refused, refusal);
    }

    public (RosterRule Rule, Findings Findings) Judge(bool seesAcknowledged = true)
    {
        var (rule, findings, index) = (new RosterRule(History, seesAcknowledged), new Findings(), new OperationIndex(History));
        for (var place = 0; place < _stored.Count; place++)
        {
            index.TryGet(_stored[place], out var operation).ShouldBeTrue();
            rule.Take(new FoundEvent(History.Ids.Of(_stored[place]), "", place + 1, null, 0), operation, index: 0, findings);
        }

        rule.Complete(isWhole: true, findings);
        return (rule, findings);
    }
}
