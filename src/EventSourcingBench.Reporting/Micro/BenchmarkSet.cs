namespace EventSourcingBench.Reporting.Micro;

/// <summary>All benchmarks of one class, in lines.</summary>
internal sealed class BenchmarkSet
{
    private readonly IReadOnlyList<string> _colors;
    private readonly IReadOnlyList<string> _jobs;
    private readonly int _runs;
    private readonly bool _byStore;
    private readonly bool _severalVariants;

    public BenchmarkSet(string name, IReadOnlyList<BenchmarkFolder> folders, IReadOnlyList<string> stores)
    {
        Name = name;
        _runs = folders.Count;
        Points = [.. folders.SelectMany((folder, run) => folder.Records.Where(r => r.Type == name)
            .Select(r => new BenchmarkPoint(run, r)))];
        _byStore = Points.Any(p => p.Record.Store is not null);
        _jobs = [.. Points.Select(p => p.Record.Job).Distinct(StringComparer.Ordinal)];
        _severalVariants = Points.Select(p => WayOf(p.Record)).Distinct(StringComparer.Ordinal).Count() > 1;
        OverEvents = Points.Select(p => p.Record.Events).OfType<long>().Distinct().Count() > 1;
        Xs = [.. Points.Select(XOf).OfType<long>().Distinct().Order()];
        Sizes = OverEvents ? [.. Points.Select(p => p.Record.Size).Distinct().Order()] : [null];
        Variants = [.. Points.Select(p => VariantOf(p.Record)).Distinct(StringComparer.Ordinal)];
        _colors = _byStore ? stores : [.. Points.Select(p => WayOf(p.Record)).Distinct(StringComparer.Ordinal)];
        Rows =
        [
            .. Points.GroupBy(p => (p.Run, p.Record.Job, Line: LineOf(p.Record), Variant: VariantOf(p.Record), Size: SizeOf(p.Record)))
                .OrderBy(g => g.Key.Size).ThenBy(g => Variants.IndexOf(g.Key.Variant)).ThenBy(g => g.Key.Run)
                .ThenBy(g => g.Key.Line, StringComparer.Ordinal)
                .Select(g => new BenchmarkRow(
                    NameOf(g.First()),
                    Math.Max(0, _colors.ToList().IndexOf(g.Key.Line)),
                    g.Key.Run > 0 || g.Key.Job != _jobs[0],
                    g.Key.Run,
                    g.Key.Variant,
                    g.Key.Size,
                    [.. g.Where(p => XOf(p) is not null).Select(p => (XOf(p)!.Value, p)).OrderBy(p => p.Value)])),
        ];
    }

    public string Name { get; }

    public IReadOnlyList<BenchmarkPoint> Points { get; }

    public IReadOnlyList<BenchmarkRow> Rows { get; }

    /// <summary>Whether the number of events is on the horizontal axis; else it is their size.</summary>
    public bool OverEvents { get; }

    public IReadOnlyList<long> Xs { get; }

    /// <summary>Sizes that the lines differ in; one null where the size is on the axis or there is none.</summary>
    public IReadOnlyList<long?> Sizes { get; }

    public List<string> Variants { get; }

    /// <summary>The rows that differ in size alone, by what stores and methods are called.</summary>
    public List<IGrouping<string, BenchmarkRow>> Lines => [.. Rows.GroupBy(r => r.Title, StringComparer.Ordinal)];

    public bool HasMemory => Points.Any(p => p.Bytes is not null);

    public bool HasTime => Points.Any(p => p.Time is not null);

    /// <summary>Where there are not two of them nothing can be drawn.</summary>
    public bool HasAxis => Xs.Count > 1;

    public string XName => OverEvents ? "Events in the stream" : "Strings in an event";

    /// <summary>The columns that begin a row.</summary>
    public IReadOnlyList<Column<BenchmarkRow>> Head =>
    [
        new(_byStore ? "Store" : "Method", r => r.Name),
        .. _severalVariants && _byStore ? (Column<BenchmarkRow>[])[new("Method", r => r.Variant)] : [],
        .. Sizes.Any(s => s is not null) ? (Column<BenchmarkRow>[])[new("Strings in an event", r => SizeText(r.Size), numeric: true)] : [],
    ];

    public static string SizeText(long? size) => size?.ToString("N0", CultureInfo.InvariantCulture) ?? Format.None;

    /// <summary>The line's name, also of a benchmark that is in no line.</summary>
    public string NameOf(BenchmarkPoint point) =>
        Letters.StoreName(LineOf(point.Record), point.Run, _runs) + (_jobs.Count > 1 ? $" · {point.Record.Job}" : string.Empty);

    public string VariantOf(BenchmarkRecord record) => _byStore && _severalVariants ? WayOf(record) : string.Empty;

    private string LineOf(BenchmarkRecord record) => _byStore ? record.Store ?? Format.None : WayOf(record);

    private long? SizeOf(BenchmarkRecord record) => OverEvents ? record.Size : null;

    private long? XOf(BenchmarkPoint point) => OverEvents ? point.Record.Events : point.Record.Size;

    public static string WayOf(BenchmarkRecord record) => record.Others.Length == 0 ? record.Method : $"{record.Method}, {record.Others}";
}

/// <summary>One benchmark of one folder with what is computed from it.</summary>
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

/// <summary>A line of a chart, a row of a table: the benchmarks that differ in one count only. <c>Name</c>: the store, or the method where
/// the class knows no store; folder and job where there are several. <c>Dashed</c>: whether it is of a later folder or job. <c>Variant</c>:
/// what else was chosen: the method, other parameters; empty where there is one only. <c>Size</c>: strings in an event; null where the line
/// runs over them, or there are none. <c>Points</c>: what was measured, by rising count, and the count.</summary>
internal sealed record BenchmarkRow(
    string Name, int Color, bool Dashed, int Run, string Variant, long? Size, IReadOnlyList<(long X, BenchmarkPoint Point)> Points)
{
    public string Title => Variant.Length == 0 ? Name : $"{Name}, {Variant}";

    /// <summary>Time over count, nanoseconds; null with fewer than three counts.</summary>
    public LineFit? TimeFit { get; } = LineFit.Of(Pairs(Points, p => p.Nanoseconds));

    /// <summary>Memory over count, bytes; null with fewer than three counts.</summary>
    public LineFit? MemoryFit { get; } = LineFit.Of(Pairs(Points, p => p.Bytes));

    /// <summary>How time grows with the count.</summary>
    public PowerLaw? Growth { get; } = PowerLaw.Of(Pairs(Points, p => p.Nanoseconds));

    public BenchmarkPoint? At(long x) => Points.FirstOrDefault(p => p.X == x).Point;

    private static List<(double X, double Y)> Pairs(
        IReadOnlyList<(long X, BenchmarkPoint Point)> points, Func<BenchmarkPoint, double?> value) =>
        [.. points.Where(p => value(p.Point) is not null).Select(p => ((double)p.X, value(p.Point)!.Value))];
}

/// <summary>What a chart of benchmarks shows. <c>Scale</c>: from nanoseconds or bytes to the unit. <c>Of</c>: the value of a benchmark;
/// null where there is none. <c>FitOf</c>: the line that was fitted to it; null where none was.</summary>
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
