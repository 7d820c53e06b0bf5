namespace EventSourcingBench.Reporting.Micro;

/// <summary>What a chart of benchmarks shows.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Scale">From nanoseconds or bytes to the unit.</param>
/// <param name="Of">The value of a benchmark; null where there is none.</param>
/// <param name="FitOf">The line that was fitted to it; null where none was.</param>
internal sealed record BenchmarkMeasure(
    string Name, string Unit, double Scale, Func<BenchmarkPoint, Estimate?> Of, Func<BenchmarkRow, LineFit?> FitOf)
{
    public string Label => $"{Name} ({Unit})";

    /// <summary>Time, in the unit that suits the class.</summary>
    public static BenchmarkMeasure Time(BenchmarkSet set) => set.Points.Any(p => p.Nanoseconds >= 1e6)
        ? new("Time", "ms", 1e-6, p => p.Time, r => r.TimeFit)
        : new("Time", "µs", 1e-3, p => p.Time, r => r.TimeFit);

    public static BenchmarkMeasure Memory { get; } =
        new("Allocated", "KiB", 1.0 / 1024, p => p.Bytes is { } bytes ? new Estimate(bytes, null, null) : null, r => r.MemoryFit);

    public static IReadOnlyList<BenchmarkMeasure> Both(BenchmarkSet set) => set.HasMemory ? [Time(set), Memory] : [Time(set)];

    /// <summary>Its text in the unit, with the interval where there is one.</summary>
    public string Text(BenchmarkPoint? point) => point is null || Of(point) is not { } value
        ? Format.None
        : Format.WithInterval(value.Times(Scale));
}
