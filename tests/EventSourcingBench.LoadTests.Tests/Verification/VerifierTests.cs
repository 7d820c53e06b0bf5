namespace EventSourcingBench.LoadTests.Tests;

public sealed class VerifierTests
{
    private static readonly LedgerStream[] OneStream = [new("currency-EURUSD", "EURUSD")];

    [Fact]
    public void The_text_of_a_clean_store_counts_its_events()
    {
        var world = StoreWorld.Create(seed: 1, requests: 2_000);
        world.Requests.RemoveAll(r => r.Outcome == LedgerOutcome.Unknown && !r.IsDone);
        var unknown = world.Requests.Count(r => r.Outcome == LedgerOutcome.Unknown);

        var verdict = Verification.Of(world, readModel: true);

        verdict.Passed.ShouldBeTrue();
        verdict.Text.ShouldBe(
            $"verified: 1,{world.Acknowledged.Count - 1_000:000} acknowledged events, each there once; of {unknown} unknown outcomes {unknown} done, 0 not");
    }

    [Fact]
    public async Task The_text_of_a_single_event_is_in_the_singular()
    {
        var ledger = new Ledger(OneStream, workers: 1);
        var world = StoreWorld.Create(seed: 1, streams: 1, requests: 0);
        world.Streams.Add(OneStream[0].Name, [new StreamEvent(Guid.Empty, 1)]);
        ledger.Lane(0).Send(Guid.Empty, stream: 0, amount: 1);
        ledger.Lane(0).Acknowledge(version: 1);

        var verdict = await Verifier.VerifyAsync(
            ledger, world, new VerifierOptions { Subscription = false }, CancellationToken.None);

        verdict.Text.ShouldBe("verified: 1 acknowledged event, there once");
    }

    [Fact]
    public void A_step_without_an_acknowledged_event_says_so() =>
        Verification.Of(StoreWorld.Create(seed: 1, requests: 0)).Text.ShouldBe("verified: no event was acknowledged");

    [Fact]
    public void The_text_of_a_failure_says_the_main_counts_and_those_that_are_not_zero()
    {
        var world = StoreWorld.Create(seed: 1);
        foreach (var request in world.Some(world.Acknowledged, 3))
        {
            world.Remove(request.EventId);
            world.Shift(request.Stream, request.Version, -1);
        }

        world.Append(Guid.NewGuid(), 0);

        var verdict = Verification.Of(world);

        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldBe("FAILED: lost 3, duplicated 0, misplaced 0, foreign 1");
    }

    [Fact]
    public void An_example_names_stream_version_and_id()
    {
        var world = StoreWorld.Create(seed: 1);
        var lost = world.Acknowledged[^1];
        world.Remove(lost.EventId);
        world.Shift(lost.Stream, lost.Version, -1);

        Verification.Of(world).Examples.ShouldBe([$"lost: currency-{lost.Stream}@{lost.Version} ({lost.EventId})"]);
    }

    // What the rows are compared with is the ledger, not the store: the sum of a lost event is missing.
    [Fact]
    public void A_lost_event_shows_in_the_totals_too()
    {
        var world = StoreWorld.Create(seed: 1);
        var lost = world.Acknowledged.First(r => r.Amount > 0);
        var group = world.LedgerStreams[lost.Stream].Group;
        world.Remove(lost.EventId);
        world.Shift(lost.Stream, lost.Version, -1);
        world.Rows.RemoveAll(r => r.EventId == lost.EventId);
        world.Totals[group] = new GroupTotal(world.Totals[group].Count - 1, world.Totals[group].Total - lost.Amount);

        var verdict = Verification.Of(world, readModel: true);

        verdict.Text.ShouldBe("FAILED: lost 1, duplicated 0, misplaced 0, totals wrong 1");
    }

    [Fact]
    public void An_event_that_was_written_while_verification_read_is_no_fault()
    {
        var world = StoreWorld.Create(seed: 1);
        var late = world.Requests.First(r => r is { Outcome: LedgerOutcome.Unknown, IsDone: false });
        var stream = world.LedgerStreams[late.Stream].Name;
        world.Second.Add(new DeliveredEvent(late.EventId, stream, world.Streams[stream][^1].Version + 1));

        var verdict = Verification.Of(world);

        verdict.Passed.ShouldBeTrue(verdict.Text);
        verdict.UnknownApplied.ShouldBe(world.Requests.Count(r => r is { Outcome: LedgerOutcome.Unknown, IsDone: true }) + 1);
    }

    [Theory]
    [InlineData("stream")]
    [InlineData("all")]
    [InlineData("rows")]
    [InlineData("totals")]
    public void What_cannot_be_read_is_not_verified(string part)
    {
        var world = StoreWorld.Create(seed: 1);
        world.Broken = part;

        var verdict = Verification.Of(world, readModel: true);

        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldBe("not verified: The server is gone.");
        verdict.Acknowledged.ShouldBe(world.Acknowledged.Count);
        verdict.Lost.ShouldBe(0);
    }

    [Fact]
    public void What_was_found_before_reading_broke_is_said()
    {
        var world = StoreWorld.Create(seed: 1);
        world.Append(Guid.NewGuid(), 0);
        world.Broken = "all";

        Verification.Of(world).Text.ShouldBe(
            "FAILED: lost 0, duplicated 0, misplaced 0, foreign 1; the rest not verified: The server is gone.");
    }

    [Fact]
    public void What_a_reading_found_before_it_broke_is_said()
    {
        var world = StoreWorld.Create(seed: 1);
        world.Append(Guid.NewGuid(), 0);
        world.Streams[world.LedgerStreams[0].Name].Add(world.Streams[world.LedgerStreams[0].Name][0]);
        world.First.Add(world.First[0]);
        world.Rows.Add(world.Rows[0]);
        world.Rows.Add(new ReadBackRow(Guid.NewGuid(), "group-0", 1));
        world.BreaksLate = true;

        Said("stream").ShouldBe("lost 0, duplicated 1, misplaced 0, foreign 1");
        Said("all").ShouldBe("lost 0, duplicated 1, misplaced 2, foreign 1, repeated by the subscription 1");
        Said("rows").ShouldBe(
            "lost 0, duplicated 1, misplaced 2, foreign 1, missed by the subscription 1, repeated by the subscription 1, rows surplus 2");

        string Said(string part)
        {
            world.Broken = part;
            var verdict = Verification.Of(world, readModel: true);
            verdict.Text.ShouldStartWith("FAILED: ");
            verdict.Text.ShouldEndWith("; the rest not verified: The server is gone.");
            return verdict.Text["FAILED: ".Length..verdict.Text.IndexOf(';', StringComparison.Ordinal)];
        }
    }

    [Fact]
    public void Every_fault_is_said_and_counted()
    {
        foreach (var fault in Enum.GetValues<Fault>())
        {
            var findings = new Findings();
            findings.Add(fault, 4_711, fault, f => f.ToString());

            var verdict = Verdict.Of(findings, acknowledged: 1, unknown: 0, applied: 0, obstacle: null);

            verdict.Text.ShouldContain(" 4,711", customMessage: fault.ToString());
            (verdict.Passed, verdict.Findings).ShouldBe((false, 4_711), fault.ToString());
            TrialVerdicts.Sum([verdict, verdict], trials: 2, failure: null).Findings.ShouldBe(2 * 4_711, fault.ToString());
        }
    }

    [Fact]
    public void Of_several_trials_the_one_with_findings_says_what_is_wrong()
    {
        var unread = Verdict.Of(new Findings(), acknowledged: 1, unknown: 0, applied: 0, obstacle: "gone");
        var findings = new Findings();
        findings.Add(Fault.RuleBroken, 0, _ => "example");
        var failed = Verdict.Of(findings, acknowledged: 1, unknown: 0, applied: 0, obstacle: null);

        TrialVerdicts.Sum([unread, failed], trials: 2, failure: null).Text.ShouldBe(failed.Text);
    }

    [Fact]
    public void A_cancelled_verification_is_not_verified()
    {
        using var cancellation = new CancellationTokenSource();
        cancellation.Cancel();

        Verification.Of(StoreWorld.Create(seed: 1), cancellationToken: cancellation.Token).Text.ShouldBe("not verified: interrupted.");
    }

    [Fact]
    public async Task A_part_that_is_not_wanted_is_not_read()
    {
        var world = StoreWorld.Create(seed: 1);
        world.Broken = "all";

        var verdict = await Verifier.VerifyAsync(
            world.ToLedger(), world, new VerifierOptions { Subscription = false, Settle = TimeSpan.Zero }, CancellationToken.None);

        verdict.Passed.ShouldBeTrue(verdict.Text);
    }
}
