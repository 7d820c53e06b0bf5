namespace EventSourcingBench.Reporting.Micro;

internal sealed class BenchmarkSet
{
    private readonly bool _byStore;
    private readonly bool _severalVariants;

    public BenchmarkSet(string name, IReadOnlyList<BenchmarkFolder> folders, IReadOnlyList<string> stores)
    {
        Name = name;
        var records = folders.SelectMany((folder, run) => folder.Records.Where(r => r.Type == name).Select(r => (Run: run, Record: r)))
            .ToList();
        var jobs = records.Select(r => r.Record.Job).Distinct(StringComparer.Ordinal).ToList();
        var ways = records.Select(r => Benchmark.WayOf(r.Record)).Distinct(StringComparer.Ordinal).ToList();
        _byStore = records.Exists(r => r.Record.Store is not null);
        _severalVariants = ways.Count > 1;
        OverEvents = records.Select(r => r.Record.Events).OfType<long>().Distinct().Count() > 1;
        All =
        [
            .. from r in records
               let line = LineOf(r.Record)
               select new Benchmark(r.Record, OverEvents ? r.Record.Events : r.Record.Size, OverEvents ? r.Record.Size : null,
                   _byStore && _severalVariants ? Benchmark.WayOf(r.Record) : string.Empty)
               {
                   Run = r.Run,
                   Dashed = r.Run > 0 || r.Record.Job != jobs[0],
                   Name = Letters.StoreName(line, r.Run, folders.Count) + (jobs.Count > 1 ? $" · {r.Record.Job}" : string.Empty),
                   Color = Math.Max(0, (_byStore ? stores : ways).ToList().IndexOf(line)),
               },
        ];
        Xs = [.. All.Select(b => b.X).OfType<long>().Distinct().Order()];
        var variants = All.Select(b => b.Variant).Distinct(StringComparer.Ordinal).ToList();
        ByVariant = Axis("Method", b => b.Variant) with { Order = c => variants.IndexOf(((Benchmark)c).Variant) };
        Rows =
        [
            .. All.GroupBy(b => (b.Title, b.Size))
                .Select(g => new BenchmarkRow(g.First(), [.. g.Where(b => b.X is not null).OrderBy(b => b.X)]))
                .OrderBy(r => r.First.Size).ThenBy(r => variants.IndexOf(r.First.Variant)).ThenBy(r => r.First.Run)
                .ThenBy(r => LineOf(r.First.Record), StringComparer.Ordinal),
        ];

        string LineOf(BenchmarkRecord record) => _byStore ? record.Store ?? Format.None : Benchmark.WayOf(record);
    }

    public string Name { get; }

    public IReadOnlyList<Benchmark> All { get; }

    public IReadOnlyList<BenchmarkRow> Rows { get; }

    public IReadOnlyList<Cell> Drawn => [.. Rows.SelectMany(r => r.Points)];

    public string Anchor => Format.Anchor("micro", Name);

    /// <summary>Whether the number of events is on the horizontal axis; else it is their size.</summary>
    public bool OverEvents { get; }

    public IReadOnlyList<long> Xs { get; }

    public Axis ByVariant { get; }

    /// <summary>Sizes that the lines differ in; none where the size is on the axis or there is none.</summary>
    public static Axis BySize { get; } = Axis("Strings in an event", b => SizeText(b.Size), b => b.Size ?? -1);

    public string XName => OverEvents ? "Events in the stream" : "Strings in an event";

    public BenchmarkMeasure Time => All.Any(b => b.Nanoseconds >= 1e6)
        ? new("Time", "ms", 1e-6, b => b.Time) : new("Time", "µs", 1e-3, b => b.Time);

    public IReadOnlyList<Column<BenchmarkRow>> Head =>
    [
        new(_byStore ? "Store" : "Method", r => r.First.Name),
        .. _severalVariants && _byStore ? (Column<BenchmarkRow>[])[new("Method", r => r.First.Variant)] : [],
        .. Rows.Any(r => r.First.Size is not null)
            ? (Column<BenchmarkRow>[])[new("Strings in an event", r => SizeText(r.First.Size), numeric: true)] : [],
    ];

    public static string SizeText(long? size) => size is { } strings ? Format.Count(strings) : Format.None;

    public static Axis Axis(string name, Func<Benchmark, string> of, Func<Benchmark, IComparable>? order = null) =>
        new(name, c => of((Benchmark)c)) { Order = c => order?.Invoke((Benchmark)c) ?? 0 };
}

/// <summary>One benchmark of one folder. <c>X</c>: its place on the horizontal axis; null for none. <c>Size</c>: strings in an event; null
/// where the line runs over them, or there are none. <c>Variant</c>: what else was chosen: the method, other parameters; empty where there
/// is one only.</summary>
internal sealed record Benchmark(BenchmarkRecord Record, long? X = null, long? Size = null, string Variant = "")
    : Cell(Record.Store ?? Format.None, new Load(null, null, false), [])
{
    public string Title => Variant.Length == 0 ? Name : $"{Name}, {Variant}";

    /// <summary>Nanoseconds of an operation, the median of the iterations; null where it failed.</summary>
    public Estimate? Time { get; } = Estimates.Of(Record.Nanoseconds.Select(v => (double?)v));

    public double? Nanoseconds => Time?.Median;

    public double? Mean => Record.Nanoseconds.Count == 0 ? null : Record.Nanoseconds.Average();

    public double? Bytes => Record.AllocatedBytes;

    public static string WayOf(BenchmarkRecord record) => record.Others.Length == 0 ? record.Method : $"{record.Method}, {record.Others}";
}

/// <summary>A line of a chart or a row of a table: benchmarks that differ in one count, which rises. <c>First</c>: one of all.</summary>
internal sealed record BenchmarkRow(Benchmark First, IReadOnlyList<Benchmark> Points)
{
    /// <summary>Time over count, nanoseconds; null with fewer than three counts.</summary>
    public LineFit? TimeFit { get; } = LineFit.Of(Pairs(Points, b => b.Nanoseconds));

    /// <summary>Memory over count, bytes; null with fewer than three counts.</summary>
    public LineFit? MemoryFit { get; } = LineFit.Of(Pairs(Points, b => b.Bytes));

    public PowerLaw? Growth { get; } = PowerLaw.Of(Pairs(Points, b => b.Nanoseconds));

    public Benchmark? At(long x) => Points.FirstOrDefault(b => b.X == x);

    public static List<(double X, double Y)> Pairs(IEnumerable<Benchmark> points, Func<Benchmark, double?> value) =>
        [.. points.Where(b => value(b) is not null).Select(b => ((double)b.X!, value(b)!.Value))];
}

/// <summary>What a chart of benchmarks shows. <c>Scale</c>: from nanoseconds or bytes to the unit.</summary>
internal sealed record BenchmarkMeasure(string Name, string Unit, double Scale, Func<Benchmark, Estimate?> Of)
{
    public static BenchmarkMeasure Memory { get; } =
        new("Allocated", "KiB", 1.0 / 1024, b => b.Bytes is { } bytes ? new Estimate(bytes, null, null) : null);

    public string Label => $"{Name} ({Unit})";

    public Metric Metric => new(Name, Label, (cells, line) =>
    {
        List<Benchmark> row = [.. cells.Cast<Benchmark>()], measured = row.FindAll(b => Of(b) is not null);
        return measured.Count == 0 ? null : line with
        {
            Points = [.. measured.Select(b => (IReadOnlyList<double>)[b.X!.Value, .. ChartPoint.Of(Scaled(b))!])],
            Fit = LineFit.Of(BenchmarkRow.Pairs(row, b => Of(b)?.Median)) is { } fit
                ? ChartPoint.Line(row[0].X!.Value, row[^1].X!.Value, x => fit.At(x) * Scale) : null,
        };
    });

    public string Text(Benchmark? benchmark) => Format.WithInterval(benchmark is null ? null : Scaled(benchmark));

    private Estimate? Scaled(Benchmark benchmark) => Of(benchmark) is { } of
        ? of with { Median = of.Median * Scale, Low = of.Low * Scale, High = of.High * Scale } : null;
}
