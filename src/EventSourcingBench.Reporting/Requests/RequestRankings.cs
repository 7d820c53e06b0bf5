namespace EventSourcingBench.Reporting.Requests;

/// <summary>The rankings of suites whose requests come in the closed or the open model.</summary>
internal static class RequestRankings
{
    private static readonly IReadOnlyList<Column<Cell>> Columns =
    [
        new("At", c => c.Load.Label), new("Throughput (/s)", c => c.Throughput), FailedColumn.OfRequests,
        new("Response p50 (ms)", c => c.Response?.P50), new("Response p99 (ms)", c => c.Response?.P99),
    ];

    /// <summary>By the projection delay, where there is one.</summary>
    public static RankingRule Delay { get; } = new("projection delay")
    {
        Applies = cells => cells.Any(c => c.Delay is not null),
        May = c => c.Service is not null && c.Delay is not null,
        Missing = Missing,
        At = ByDelay,
    };

    /// <summary>By the rate that was kept, in the open model.</summary>
    public static RankingRule Rate { get; } = new("sustained rate")
    {
        Applies = cells => cells.All(c => c.Load.IsOpen),
        May = c => c.Service is not null,
        Missing = Missing,
        At = ByRate,
    };

    /// <summary>By throughput.</summary>
    /// <param name="best">What the best store did: <c>appended most</c>.</param>
    /// <param name="only">What the only store did: <c>appended</c>.</param>
    public static RankingRule Throughput(string best, string only) => new("throughput")
    {
        May = c => c.Service is not null && !c.Load.IsOpen,
        Missing = Missing,
        At = _ => ByThroughput(best, only),
    };

    private static RankingPlace ByRate(IReadOnlyList<Cell> candidates)
    {
        var highest = candidates.Max(KeptRate);
        var tied = candidates.Where(c => KeptRate(c).Equals(highest)).DistinctBy(c => c.Store).Count() > 1;
        return new(
            "Ranked by the highest rate that was kept (98% of it answered successfully), "
            + "then by the 99th percentile of the response time of all requests at it.")
        {
            Measured = c => c.Response!.P99,
            // A known time stands before a lower bound, however small that is: there requests had no answer.
            Order = c => (-KeptRate(c), c.Response!.P99.IsLowerBound, c.Response.P99.Median),
            BestOrder = c => (-KeptRate(c), -c.Throughput.Median),
            MayTie = (a, b) => KeptRate(a).Equals(KeptRate(b)),
            Sustained = KeepsRate,
            Best = c => KeepsRate(c)
                ? tied ? "was fastest at the highest sustained rate" : "sustained the highest rate"
                : "came nearest to its rate, without keeping it,",
            Only = c => KeepsRate(c) ? "sustained" : "did not keep its rate:",
            Figure = c => (KeepsRate(c) ? string.Empty : $"{Format.Number(c.Throughput.Median)} of ") + $"{Format.Number(c.Load.Rate)} a "
                + "second",
            Condition = c => $", p99 {Format.Duration(c.Response!.P99)}",
            Columns = Columns,
        };
    }

    private static RankingPlace ByThroughput(string best, string only) =>
        new("Ranked by the best throughput over all loads; more is better.")
        {
            Measured = c => c.Throughput,
            Order = c => (-c.Throughput.Median, c.Load.Order),
            Best = _ => best,
            Only = _ => only,
            Figure = c => $"{Format.Number(c.Throughput.Median)} a second",
            Condition = c => $" at {c.Load.Label}, p99 {Format.Duration(c.Response!.P99)}",
            Columns = Columns,
        };

    /// <summary>Delays are comparable at one load only: the greatest that the most stores were measured at.</summary>
    private static RankingPlace ByDelay(IReadOnlyList<Cell> candidates)
    {
        var load = candidates.GroupBy(c => c.Load).OrderByDescending(g => g.Count()).ThenByDescending(g => g.Key.Order).First().Key;
        return new RankingPlace($"Ranked by the 99th percentile of the projection delay at {load.Label}; less is better.")
        {
            Has = c => c.Load == load,
            Lacks = $"no verified projection delay at {load.Label}, where the others are compared",
            Measured = c => c.Delay!.P99,
            Order = c => c.Delay!.P99.Median,
            Best = _ => "showed events in its read model soonest",
            Only = _ => "showed events in its read model after",
            Figure = c => $"{Format.Duration(c.Delay!.P99.Median)} at p99",
            Condition = c => $" with {c.Load.Label}",
            Columns = [.. Columns, new("Delay p50 (ms)", c => c.Delay!.P50), new("Delay p99 (ms)", c => c.Delay!.P99)],
        };
    }

    private static string Missing(IReadOnlyList<Cell> cells) =>
        cells.All(c => c.Service is null) ? "no request succeeded" : "no projection delay was measured";

    private static bool KeepsRate(Cell cell) => cell.Load.DueRate is not { } due || cell.Throughput.Median >= due * SustainedRate.KeptShare;

    private static double KeptRate(Cell cell) => KeepsRate(cell) ? cell.Load.Rate ?? 0 : 0;
}
