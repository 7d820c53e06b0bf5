namespace EventSourcingBench.Reporting.Micro;

/// <summary>All benchmarks of one class, in lines.</summary>
internal sealed class BenchmarkSet
{
    private readonly IReadOnlyList<string> _colors;
    private readonly IReadOnlyList<string> _jobs;
    private readonly int _runs;
    private readonly bool _byStore;
    private readonly bool _severalVariants;

    /// <param name="name">The class.</param>
    /// <param name="folders">All folders of the report.</param>
    /// <param name="stores">The stores in the order of their colours.</param>
    public BenchmarkSet(string name, IReadOnlyList<BenchmarkFolder> folders, IReadOnlyList<string> stores)
    {
        Name = name;
        _runs = folders.Count;
        Points = [.. folders.SelectMany((folder, run) => folder.Records.Where(r => r.Type == name).Select(r => new BenchmarkPoint(run, r)))];
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
                .OrderBy(g => g.Key.Size).ThenBy(g => Variants.IndexOf(g.Key.Variant)).ThenBy(g => g.Key.Run).ThenBy(g => g.Key.Line, StringComparer.Ordinal)
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

    private static string WayOf(BenchmarkRecord record) => record.Others.Length == 0 ? record.Method : $"{record.Method}, {record.Others}";
}
