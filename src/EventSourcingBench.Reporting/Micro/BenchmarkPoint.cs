namespace EventSourcingBench.Reporting.Micro;

/// <summary>One benchmark of one folder with what is computed from it.</summary>
/// <param name="Run">Which folder, from 0.</param>
/// <param name="Record">The benchmark.</param>
internal sealed record BenchmarkPoint(int Run, BenchmarkRecord Record)
{
    /// <summary>Intervals are drawn again from the values; any fixed number gives the same ones for the same values.</summary>
    private const int Seed = 1;

    /// <summary>Nanoseconds of an operation, the median of the iterations; null where it failed.</summary>
    public Estimate? Time { get; } = Estimates.Of(Record.Nanoseconds.Select(v => (double?)v), Seed);

    public double? Nanoseconds => Time?.Median;

    public double? Mean => Record.Nanoseconds.Count == 0 ? null : Record.Nanoseconds.Average();

    public double? Bytes => Record.AllocatedBytes;
}
