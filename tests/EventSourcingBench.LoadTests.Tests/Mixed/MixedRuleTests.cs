namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A stream of three events, the third of which is acknowledged at 10 s, and a load of it.</summary>
public sealed class MixedRuleTests
{
    private const string Stream = "item-0";
    private const int Limit = 2;
    private static readonly ulong[] Hashes = [11, 22, 33];

    // Without the promise of linearizable reads a load may be old. What was there before the load is, by any clock.
    [Theory]
    [InlineData(11, 3, 0, null)]
    [InlineData(5, 2, 0, null)]
    [InlineData(11, 2, Limit, null)]
    [InlineData(11, 2, 0, null, false)]
    [InlineData(11, 2, 0, "stale reads")]
    [InlineData(11, 2, 0, null, true, 0UL, false)]
    [InlineData(11, 1, 0, "stale reads", true, 0UL, false)]
    [InlineData(11, 4, 0, "dirty reads")]
    [InlineData(11, 3, 0, "content changed", true, 1UL)]
    public void A_load_shows_what_was_acknowledged_and_nothing_that_is_not_there(
        int at, int version, int limit, string? kind, bool isLinearizable = true, ulong otherContent = 0, bool oneClock = true)
    {
        var time = new FakeClock();
        var history = NewHistory(time);
        history.HasOneClock = oneClock;
        var digest = DigestOf(Math.Min(version, 3)) + otherContent;
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

        var (rule, findings) = (new MixedRule(history, isLinearizable, _ => 2), new Findings());
        for (var v = 1; v <= Hashes.Length; v++)
            rule.Take(new FoundEvent(Guid.NewGuid(), Stream, v, null, Hashes[v - 1]), append: null, index: 0, findings);

        rule.Complete(isWhole: true, findings);
        KindOf(findings).ShouldBe(kind);
    }

    // The append is still under way at both.
    [Fact]
    public void A_load_shows_what_one_before_it_showed()
    {
        var time = new FakeClock();
        var (history, findings) = (NewHistory(time), new Findings());
        history.Lane(0).Begin(0, due: null, OperationKind.Append, key: 0, hash: Hashes[2]);
        foreach (var version in new[] { 3, 2 })
        {
            time.Advance(TimeSpan.FromSeconds(1));
            history.Lane(1).Begin(version, due: null, OperationKind.Load, key: 0);
            history.Lane(1).End(Outcome.Success, version, unchecked((long)DigestOf(version)));
        }

        time.Advance(TimeSpan.FromSeconds(1));
        history.Lane(0).End(Outcome.Success, version: 3);
        var rule = new MixedRule(history, isLinearizable: true, _ => 2);
        foreach (var (index, hash) in Hashes.Index())
            rule.Take(new FoundEvent(Guid.NewGuid(), Stream, index + 1, null, hash), append: null, index: 0, findings);

        rule.Complete(isWhole: true, findings);
        KindOf(findings).ShouldBe("stale reads");
    }

    // An append whose answer was lost may be anywhere behind what it loaded.
    [Theory]
    [InlineData(MixedRule.Anywhere, null, 5, 0, null)]
    [InlineData(MixedRule.BehindLoaded, 4, 5, 0, null)]
    [InlineData(MixedRule.BehindLoaded, 4, 5, 1, null)]
    [InlineData(MixedRule.BehindLoaded, null, 6, 0, null)]
    [InlineData(MixedRule.BehindLoaded, 4, 6, 0, "conditions violated")]
    [InlineData(1, null, 2, 0, "conditions violated")]
    [InlineData(MixedRule.Anywhere, null, 5, 1, "unexplained conflicts")]
    public void An_append_is_at_the_version_that_it_expected_and_has_no_conflict_if_it_expected_none(
        int argument, int? loaded, int version, int conflicts, string? kind)
    {
        var (history, findings) = (NewHistory(new FakeClock()), new Findings());
        history.Lane(0).Begin(0, due: null, OperationKind.Append, key: 0, argument: argument);
        history.Lane(0).End(Outcome.Success, version, conflicts: conflicts, argument: loaded + 1);
        var rule = new MixedRule(history, isLinearizable: true, _ => 0);
        rule.Take(new FoundEvent(Guid.NewGuid(), Stream, version, null, 0), history.Operations.Single(), index: 0, findings);
        rule.Complete(isWhole: true, findings);
        KindOf(findings).ShouldBe(kind);
    }

    private static StepHistory NewHistory(FakeClock time) => new(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 2, time, [Stream]);

    private static string? KindOf(Findings findings) => FindingKind.All.SingleOrDefault(k => findings[k] > 0)?.Title;

    private static ulong DigestOf(int version) =>
        Enumerable.Range(1, version).Aggregate(0UL, (sum, v) => sum + StreamState.DigestOf(v, Hashes[v - 1]));
}
