namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A stream of three events, the third of which is acknowledged at 10 s, and a load of it.</summary>
public sealed class LoadedStatesTests
{
    private const string Stream = "item-0";
    private const int Limit = 2;
    private static readonly ulong[] Hashes = [11, 22, 33];

    // Without the promise of linearizable reads a load may be old.
    [Theory]
    [InlineData(11, 3, 0, null)]
    [InlineData(5, 2, 0, null)]
    [InlineData(11, 2, Limit, null)]
    [InlineData(11, 2, 0, null, false)]
    [InlineData(11, 2, 0, "stale reads")]
    [InlineData(11, 4, 0, "dirty reads")]
    [InlineData(11, 3, 0, "content changed", true, 1UL)]
    public void A_load_shows_what_was_acknowledged_and_nothing_that_is_not_there(
        int at, int version, int limit, string? kind, bool isLinearizable = true, ulong otherContent = 0) =>
        Judge(at, version, DigestOf(Math.Min(version, 3)) + otherContent, limit, isLinearizable).ShouldBe(kind);

    private static ulong DigestOf(int version) =>
        Enumerable.Range(1, version).Aggregate(0UL, (sum, v) => sum + StreamState.DigestOf(v, Hashes[v - 1]));

    private static string? Judge(int at, int version, ulong digest, int limit, bool isLinearizable)
    {
        var time = new FakeClock();
        var history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 2, time, [Stream]);
        var moments = new SortedDictionary<int, Action>
        {
            [9] = () => history.Lane(0).Begin(0, due: null, OperationKind.Append, key: 0, hash: Hashes[2]),
            [10] = () => history.Lane(0).End(Outcome.Success, version: 3),
            [at] = () =>
            {
                history.Lane(1).Begin(1, due: null, OperationKind.Load, key: 0, argument: limit);
                history.Lane(1).End(Outcome.Success, version, unchecked((long)digest));
            },
        };
        foreach (var (second, act) in moments)
        {
            time.AdvanceTo(second * time.TimestampFrequency);
            act();
        }

        var (rule, findings) = (new LoadedStates(history, isLinearizable, _ => 2), new Findings());
        for (var v = 1; v <= Hashes.Length; v++)
            rule.TakeStored(new FoundEvent(Guid.NewGuid(), Stream, v, null, Hashes[v - 1]));

        rule.Complete(isWhole: true, findings);
        return FindingKind.All.SingleOrDefault(k => findings[k] > 0)?.Title;
    }
}
