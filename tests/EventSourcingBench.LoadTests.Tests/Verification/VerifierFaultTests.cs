using EventSourcingBench.Measurement;
using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store with exactly so many faults of one kind gets a verdict with exactly that count, and no other.</summary>
public sealed class VerifierFaultTests
{
    private const int MostFaults = 10;
    private static readonly IReadOnlyList<string> NoExamples = [];
    private static readonly VerdictRecord Clean = new() { Passed = false, Text = "", Examples = NoExamples };

    [Fact]
    public void A_store_without_fault_passes() => Finds((_, _) => { }, _ => Clean with { Passed = true }, readModel: true);

    // As a store does it that forgets an event after it was acknowledged and gives its version to the next.
    [Fact]
    public void Lost_events_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                world.Remove(request.EventId);
                world.Shift(request.Stream, request.Version, -1);
            }
        },
        count => Clean with { Lost = count });

    [Fact]
    public void Duplicated_events_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Requests.Where(r => r.IsDone), count))
            {
                world.Append(request.EventId, request.Stream);
            }
        },
        count => Clean with { Duplicated = count },
        readModel: true);

    [Fact]
    public void Events_at_another_version_than_was_acknowledged_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                request.Version += 1 + world.Below(1_000);
            }
        },
        count => Clean with { Misplaced = count },
        readModel: true);

    [Fact]
    public void Events_in_another_stream_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                world.Remove(request.EventId);
                world.Shift(request.Stream, request.Version, -1);
                world.Append(request.EventId, (request.Stream + 1) % world.LedgerStreams.Count);
            }
        },
        count => Clean with { Misplaced = count },
        readModel: true);

    [Fact]
    public void Events_in_a_stream_that_nobody_wrote_to_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                world.Remove(request.EventId);
                world.Shift(request.Stream, request.Version, -1);
                var elsewhere = new DeliveredEvent(request.EventId, $"elsewhere-{request.EventId}", 1);
                world.First.Add(elsewhere);
                world.Second.Add(elsewhere);
            }
        },
        count => Clean with { Misplaced = count },
        readModel: true);

    [Fact]
    public void Events_at_a_version_that_is_taken_or_below_1_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                world.Shift(request.Stream, request.Version - 1, -1);
            }
        },
        count => Clean with { Misplaced = count });

    [Fact]
    public void Gaps_are_counted() => Finds(
        (world, count) =>
        {
            for (var i = 0; i < count; i++)
            {
                var stream = world.Below(world.LedgerStreams.Count);
                world.Shift(stream, world.Below(world.Streams[world.LedgerStreams[stream].Name].Count), 1);
            }
        },
        count => Clean with { Gaps = count },
        readModel: true);

    [Fact]
    public void Foreign_events_are_counted() => Finds(
        (world, count) =>
        {
            for (var i = 0; i < count; i++)
            {
                world.Append(Guid.NewGuid(), world.Below(world.LedgerStreams.Count));
            }
        },
        count => Clean with { Foreign = count },
        readModel: true);

    [Fact]
    public void Foreign_events_in_other_streams_are_counted() => Finds(
        (world, count) =>
        {
            for (var i = 0; i < count; i++)
            {
                var foreign = new DeliveredEvent(Guid.NewGuid(), "foreign", i + 1);
                world.First.Add(foreign);
                world.Second.Add(foreign);
            }
        },
        count => Clean with { Foreign = count },
        readModel: true);

    [Fact]
    public void Refused_events_that_are_there_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Requests.Where(r => r.Outcome is LedgerOutcome.Conflict or LedgerOutcome.Error), count))
            {
                world.Append(request.EventId, request.Stream);
            }
        },
        count => Clean with { RefusedApplied = count });

    [Fact]
    public void Events_that_the_subscription_leaves_out_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                foreach (var reading in world.SomeReadings())
                {
                    reading.RemoveAll(e => e.EventId == request.EventId);
                }
            }
        },
        count => Clean with { SubscriptionMissed = count },
        readModel: true);

    [Fact]
    public void Events_that_the_subscription_repeats_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var request in world.Some(world.Acknowledged, count))
            {
                foreach (var reading in world.SomeReadings())
                {
                    var index = reading.FindIndex(e => e.EventId == request.EventId);
                    reading.Insert(index + 1 + world.Below(reading.Count - index), reading[index]);
                }
            }
        },
        count => Clean with { SubscriptionRepeated = count },
        readModel: true);

    [Fact]
    public void Events_that_one_reading_has_elsewhere_are_counted() => Finds(
        (world, count) => SwapNeighbours(world, count, [world.Below(2) == 0 ? world.First : world.Second]),
        count => Clean with { SubscriptionReordered = count },
        readModel: true);

    [Fact]
    public void Events_out_of_their_streams_order_are_counted() => Finds(
        (world, count) => SwapNeighbours(world, count, [world.First, world.Second]),
        count => Clean with { SubscriptionReordered = count },
        readModel: true,
        streams: 1);

    [Fact]
    public void Events_that_the_subscription_labels_with_another_version_are_counted() => Finds(
        (world, count) =>
        {
            // The last ones of the only stream: their order stays right.
            for (var i = 1; i <= count; i++)
            {
                world.First[^i] = world.First[^i] with { Version = world.First[^i].Version + 1 };
            }
        },
        count => Clean with { SubscriptionReordered = count },
        streams: 1);

    [Fact]
    public void Missing_rows_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var row in world.Some(world.Rows, count))
            {
                world.Rows.Remove(row);
            }
        },
        count => Clean with { RowsMissing = count },
        readModel: true);

    [Fact]
    public void Rows_that_are_there_twice_are_counted() => Finds(
        (world, count) => world.Rows.AddRange(world.Some(world.Rows, count)),
        count => Clean with { RowsSurplus = count },
        readModel: true);

    [Fact]
    public void Rows_without_an_event_are_counted() => Finds(
        (world, count) => world.Rows.AddRange(Enumerable.Range(0, count).Select(_ => new ReadBackRow(Guid.NewGuid(), "group-0", 1))),
        count => Clean with { RowsSurplus = count },
        readModel: true);

    [Fact]
    public void Rows_of_refused_requests_are_counted() => Finds(
        (world, count) => world.Rows.AddRange(world.Some(world.Requests.Where(r => !r.IsDone), count)
            .Select(r => new ReadBackRow(r.EventId, world.LedgerStreams[r.Stream].Group, r.Amount))),
        count => Clean with { RowsSurplus = count },
        readModel: true);

    [Fact]
    public void Wrong_totals_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var group in world.Some(world.Totals.Keys, count))
            {
                var total = world.Totals[group];
                world.Totals[group] = world.Below(2) == 0
                    ? total with { Total = total.Total + 1 + world.Below(100) }
                    : total with { Count = total.Count - 1 };
            }
        },
        count => Clean with { TotalsWrong = count },
        readModel: true,
        streams: MostFaults);

    [Fact]
    public void Groups_with_a_wrong_row_are_counted() => Finds(
        (world, count) =>
        {
            foreach (var row in world.Some(world.Rows.DistinctBy(r => r.Group), count))
            {
                world.Rows[world.Rows.IndexOf(row)] = world.Below(2) == 0 ? row with { Amount = row.Amount + 1 } : row with { Group = "other" };
            }
        },
        count => Clean with { TotalsWrong = count },
        readModel: true,
        streams: MostFaults);

    private static void Finds(
        Action<StoreWorld, int> inject, Func<int, VerdictRecord> expected, bool readModel = false, int streams = 3) => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        Gen.Choose(1, MostFaults).ToArbitrary(),
        (seed, count) =>
        {
            var world = StoreWorld.Create(seed, streams);
            inject(world, count);
            var verdict = Verification.Of(world, readModel);
            var found = verdict with { Text = "", Acknowledged = 0, UnknownOutcomes = 0, UnknownApplied = 0, Examples = NoExamples };
            found.ShouldBe(expected(count));
            verdict.Examples.Count.ShouldBeInRange(verdict.Passed ? 0 : 1, verdict.Passed ? 0 : 3);
            verdict.Acknowledged.ShouldBe(world.Acknowledged.Count);
            verdict.UnknownOutcomes.ShouldBe(world.Requests.Count(r => r.Outcome == LedgerOutcome.Unknown));
            verdict.UnknownApplied.ShouldBe(world.Requests.Count(r => r is { Outcome: LedgerOutcome.Unknown, IsDone: true }));
            return true;
        }).QuickCheckThrowOnFailure();

    // Pairs that do not overlap: each needs one event to be moved.
    private static void SwapNeighbours(StoreWorld world, int count, IReadOnlyList<List<DeliveredEvent>> readings)
    {
        var pairs = world.Some(Enumerable.Range(0, world.First.Count / 2), count);
        foreach (var reading in readings)
        {
            foreach (var pair in pairs)
            {
                (reading[2 * pair], reading[(2 * pair) + 1]) = (reading[(2 * pair) + 1], reading[2 * pair]);
            }
        }
    }
}
