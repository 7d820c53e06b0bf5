namespace EventSourcingBench.Reporting.Micro;

/// <summary>A line of a chart, a row of a table: the benchmarks that differ in one count only.</summary>
/// <param name="Name">The store, or the method where the class knows no store; folder and job where there are several.</param>
/// <param name="Color">Its colour on the page.</param>
/// <param name="Dashed">Whether it is of a later folder or job.</param>
/// <param name="Run">Which folder, from 0.</param>
/// <param name="Variant">What else was chosen: the method, other parameters; empty where there is one only.</param>
/// <param name="Size">Strings in an event; null where the line runs over them, or there are none.</param>
/// <param name="Points">What was measured, by rising count, and the count.</param>
internal sealed record BenchmarkRow(
    string Name, int Color, bool Dashed, int Run, string Variant, long? Size, IReadOnlyList<(long X, BenchmarkPoint Point)> Points)
{
    /// <summary>Time over count, nanoseconds; null with fewer than three counts.</summary>
    public LineFit? TimeFit { get; } = LineFit.Of(Pairs(Points, p => p.Nanoseconds));

    /// <summary>Memory over count, bytes; null with fewer than three counts.</summary>
    public LineFit? MemoryFit { get; } = LineFit.Of(Pairs(Points, p => p.Bytes));

    /// <summary>How time grows with the count.</summary>
    public PowerLaw? Growth { get; } = PowerLaw.Of(Pairs(Points, p => p.Nanoseconds));

    public BenchmarkPoint? At(long x) => Points.FirstOrDefault(p => p.X == x).Point;

    private static List<(double X, double Y)> Pairs(IReadOnlyList<(long X, BenchmarkPoint Point)> points, Func<BenchmarkPoint, double?> value) =>
        [.. points.Where(p => value(p.Point) is not null).Select(p => ((double)p.X, value(p.Point)!.Value))];
}
