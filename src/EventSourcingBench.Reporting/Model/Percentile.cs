namespace EventSourcingBench.Reporting.Model;

/// <summary>A percentile that reports show.</summary>
/// <param name="Label">Its short name.</param>
/// <param name="Value">0 to 100; 100 is the maximum.</param>
public sealed record Percentile(string Label, double Value)
{
    /// <summary>Those that every latency table has, in rising order.</summary>
    public static IReadOnlyList<Percentile> All { get; } =
    [
        new("p50", 50), new("p90", 90), new("p95", 95), new("p99", 99), new("p99.9", 99.9), new("max", 100),
    ];
}
