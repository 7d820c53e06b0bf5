namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>The store against pgbench at a number of clients.</summary>
/// <param name="Clients">Clients, each with one request under way.</param>
/// <param name="Rounds">The rounds, in their order.</param>
public sealed record PgBenchComparison(int Clients, IReadOnlyList<PgBenchRound> Rounds)
{
    /// <summary>Median over the rounds.</summary>
    public double PgBenchPerSecond => Median(Rounds.Select(r => r.PgBenchPerSecond));

    /// <summary>Median over the rounds.</summary>
    public double StorePerSecond => Median(Rounds.Select(r => r.StorePerSecond));

    /// <summary>
    /// The store's rate as a share of pgbench's: the median of the rounds' own shares, because what else the machine does
    /// changes from round to round. The bar is 0.8.
    /// </summary>
    public double Ratio => Median(Rounds.Select(r => r.StorePerSecond / r.PgBenchPerSecond));

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }
}
