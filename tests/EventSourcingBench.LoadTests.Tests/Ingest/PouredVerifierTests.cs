using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class PouredVerifierTests
{
    private const int Count = 100;

    [Fact]
    public async Task A_sound_store_passes()
    {
        var verdict = await VerdictAsync(_ => { });

        verdict.Text.ShouldBe("verified: 100 acknowledged events, each there once");
        verdict.Passed.ShouldBeTrue();
    }

    [Fact]
    public async Task A_lost_event_is_found()
    {
        var verdict = await VerdictAsync(world => Remove(world, Longest(world)[^1]));

        (verdict.Lost, verdict.Gaps, verdict.Passed).ShouldBe((1, 0, false));
        verdict.Text.ShouldStartWith("FAILED: lost 1");
    }

    [Fact]
    public async Task A_lost_event_in_the_middle_leaves_a_gap()
    {
        var verdict = await VerdictAsync(world => Remove(world, Longest(world)[2]));

        (verdict.Lost, verdict.Gaps).ShouldBe((1, 1));
    }

    [Fact]
    public async Task An_event_that_is_there_twice_is_found()
    {
        var verdict = await VerdictAsync(world =>
        {
            var stream = Longest(world);
            stream.Add(PouredWorld.Recorded(stream[0].Stream, stream.Count + 1, stream[0].Id));
        });

        (verdict.Duplicated, verdict.Lost).ShouldBe((1, 0));
    }

    [Fact]
    public async Task Events_out_of_order_are_found()
    {
        var verdict = await VerdictAsync(world =>
        {
            var stream = Longest(world);
            var (first, second) = (stream[0], stream[1]);
            stream[0] = PouredWorld.Recorded(first.Stream, 1, second.Id);
            stream[1] = PouredWorld.Recorded(first.Stream, 2, first.Id);
        });

        verdict.Misplaced.ShouldBe(1);
    }

    [Fact]
    public async Task Two_events_at_one_version_are_found()
    {
        var verdict = await VerdictAsync(world =>
        {
            var stream = Longest(world);
            stream[^1] = PouredWorld.Recorded(stream[0].Stream, stream.Count - 1, stream[^1].Id);
        });

        verdict.Misplaced.ShouldBe(1);
    }

    [Fact]
    public async Task An_event_that_nobody_sent_is_found()
    {
        var verdict = await VerdictAsync(world =>
        {
            var stream = Longest(world);
            stream.Add(PouredWorld.Recorded(stream[0].Stream, stream.Count + 1, Guid.CreateVersion7()));
        });

        verdict.Foreign.ShouldBe(1);
    }

    [Fact]
    public async Task An_event_that_nobody_sent_to_another_stream_is_found_by_the_subscription()
    {
        var verdict = await VerdictAsync(world => world.Log.Add(PouredWorld.Recorded(new StreamId("elsewhere"), 1, Guid.CreateVersion7())));

        verdict.Foreign.ShouldBe(1);
    }

    [Fact]
    public async Task An_event_that_was_refused_and_is_there_is_found()
    {
        var verdict = await VerdictAsync(world =>
        {
            // Its place in the ledger says that it was never taken.
            var ledger = Poured.Ledger(Count + 10);
            var stream = ledger.Streams[ledger.StreamOf(Count)];
            var own = world.Streams[stream.Value];
            own.Add(PouredWorld.Recorded(stream, own.Count + 1, ledger.Ids.Of(Count)));
            world.Log.Add(own[^1]);
        });

        verdict.RefusedApplied.ShouldBe(1);
    }

    [Fact]
    public async Task What_the_subscription_misses_repeats_or_reorders_is_found()
    {
        (await VerdictAsync(world => world.Log.RemoveAt(3))).SubscriptionMissed.ShouldBe(1);
        (await VerdictAsync(world => world.Log.Add(world.Log[3]))).SubscriptionRepeated.ShouldBe(1);
        (await VerdictAsync(world =>
        {
            var stream = Longest(world);
            var (first, second) = (world.Log.IndexOf(stream[0]), world.Log.IndexOf(stream[1]));
            (world.Log[first], world.Log[second]) = (world.Log[second], world.Log[first]);
        })).SubscriptionReordered.ShouldBe(1);
    }

    [Fact]
    public async Task Rows_of_a_read_model_are_counted()
    {
        await using var world = new PouredWorld();
        var ledger = Poured.Ledger(Count + 10);
        await PourAsync(world, ledger);

        (await Poured.VerifyAsync(world, ledger, rows: Count)).Passed.ShouldBeTrue();
        (await Poured.VerifyAsync(world, Again(), rows: Count - 2)).RowsMissing.ShouldBe(2);
        (await Poured.VerifyAsync(world, Again(), rows: Count + 3)).RowsSurplus.ShouldBe(3);
    }

    [Fact]
    public async Task What_was_found_before_reading_broke_is_kept()
    {
        var verdict = await VerdictAsync(world =>
        {
            var stream = Longest(world)[0].Stream;
            var own = world.Streams[stream.Value];
            own.Add(PouredWorld.Recorded(stream, own.Count + 1, Poured.Ledger(Count + 10).Ids.Of(Count)));
            own.Add(PouredWorld.Recorded(stream, own.Count + 1, Guid.NewGuid()));
            world.BreaksAfter = stream;
        });

        (verdict.Passed, verdict.Lost, verdict.Foreign).ShouldBe((false, 0, 1));
        verdict.RefusedApplied.ShouldBe(1);
        verdict.Text.ShouldStartWith("FAILED: lost 0, duplicated 0, misplaced ");
        verdict.Text.ShouldEndWith("; the rest not verified: gone");
    }

    private static async Task<VerdictRecord> VerdictAsync(Action<PouredWorld> tamper)
    {
        var (world, ledger) = (new PouredWorld(), Poured.Ledger(Count + 10));
        await PourAsync(world, ledger);
        tamper(world);
        return await Poured.VerifyAsync(world, ledger);
    }

    // The verifier leaves its marks in a ledger.
    private static PouredLedger Again()
    {
        var ledger = Poured.Ledger(Count + 10);
        ledger.Acknowledge(Poured.Batch(ledger, 0, Count));
        return ledger;
    }

    private static async Task PourAsync(PouredWorld world, PouredLedger ledger)
    {
        var batch = Poured.Batch(ledger, 0, Count);
        await world.AppendAsync(batch.ToEvents(ledger.Streams, SafeEvents.EventType));
        ledger.Acknowledge(batch);
    }

    private static List<RecordedEvent> Longest(PouredWorld world) => world.Streams.Values.MaxBy(s => s.Count)!;

    private static void Remove(PouredWorld world, RecordedEvent recorded)
    {
        world.Streams[recorded.Stream.Value].Remove(recorded);
        world.Log.Remove(recorded);
    }
}
