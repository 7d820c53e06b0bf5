namespace EventSourcingBench.Reporting.Tests;

/// <summary>Reservations that were not measured: ways of using one store, with what each adds to the record of a step.</summary>
internal static class SyntheticReservations
{
    /// <summary>Two ways of handling commands, each with requests in several orders at two rates. The concurrent order takes optimistic
    /// twice the time.</summary>
    public static RunFolder Orders(double[]? skews = null, double kept = 1_000)
    {
        var plan = new SyntheticRun { Trials = 1, Seconds = 2 };
        var records = new List<ReservationRecord>();
        foreach (var (side, (order, skew), rate) in
            from side in new[] { "optimistic", "single-writer" }
            from order in (IEnumerable<(string, double?)>)
                [("serial", null), ("concurrent", null), .. (skews ?? [0.5, 1.2]).Select(s => ("hot", (double?)s))]
            from rate in new[] { 100.0, 200 }
            select (side, order, rate))
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"sqlite ({side}, {order}{(skew is null ? "" : " skew ")}{skew})");
            plan.Add("reservation", name, null, rate, throughput: rate <= kept ? rate : rate / 2,
                latencyMicroseconds: side == "optimistic" && order == "concurrent" ? 2_000 : 1_000);
            records.Add(Record(side, order, skew));
        }

        return plan.Build().Each(s => s with { Details = Detail.Of(records[s.Number - 1]) });
    }

    /// <summary>A run, and the steps of a single writer in the serial order again, of this run or of another, with three nodes.</summary>
    public static RunFolder WithThreeNodes(RunFolder run, Func<StepRecord, StepRecord[]>? change = null, RunFolder? other = null)
    {
        var three = (other ?? run).Steps.Where(s => s.Reservations is { Order: "serial", Strategy: "single-writer" })
            .SelectMany(change ?? (s => [s])).Select(s => s with
            {
                Number = s.Number + 100,
                Store = "sqlite (3 nodes) (single-writer, serial)",
                Details = Detail.Of(s.Reservations! with { Nodes = 3 }),
            });
        return run with { Steps = [.. run.Steps, .. three] };
    }

    /// <summary>Requests for the same seats at once.</summary>
    public static RunFolder Races() => Cases.Each(
        new SyntheticRun { Trials = 1 }.Add("reservation", "sqlite (optimistic, concurrent)", null, 500, throughput: 480)
            .Add("reservation", "sqlite (single-writer, concurrent)", null, 500, throughput: 500).Build(),
        s => s with
        {
            Details = Detail.Of(Record(s.Store.Split('(', ',')[1], "concurrent") with
            {
                Shows = 1_000,
                Reserved = 300,
                Cancelled = 100,
                Refused = 7,
                Conflicts = 2,
                LostRaces = 40,
                MostTries = 4,
                Resent = 3,
                ShowsTouched = 25,
                Measured = null,
            }),
        });

    /// <summary>A search that found a rate, confirmed by so many runs, and broke its bound at twice of it.</summary>
    public static SloSearchRecord Search(double rate, int runs = SloSearchRecord.RunsToConfirm) => new(
        new SloRecord(99, TimeSpan.FromMilliseconds(20)), rate)
    {
        Probes =
        [
            new SloProbe(2 * rate, rate, Held: false, TimeSpan.FromMilliseconds(80)),
            .. Enumerable.Repeat(new SloProbe(rate, rate, Held: true, TimeSpan.FromMilliseconds(12)), runs),
        ],
    };

    public static ReservationRecord Record(string side, string order, double? skew = null)
    {
        var isOptimistic = side == "optimistic";
        var lost = !isOptimistic ? 0 : skew is { } s ? (long)(100 * s) : 100;
        return new ReservationRecord(
            side, order, "sqlite", Nodes: 1, Shows: 20, Seats: 50, Grouping: 5, Reserved: 500, Cancelled: 490, Refused: 5, Conflicts: 5,
            LostRaces: lost, MostTries: 5, ShowsTouched: 20, Skew: skew,
            Measured: new ReservationTally(
                Goodput: 99, Rejected: 1, Failed: 0, Requests: 1_000, isOptimistic ? [0, 900, 50, 30, 7, 3] : [10, 980],
                GivenUp: isOptimistic ? 5 : 0, LostRaces: lost, Retries: lost * 9 / 10,
                new FairnessRecord(Index: 0.96, Shows: 20, "s7", WorstSuccesses: 30, WorstRequests: 50)));
    }
}
