namespace EventSourcingBench.Reporting.Micro;

internal static class MicrobenchmarkBuilder
{
    /// <summary>The class whose charts come first and whose figures were published.</summary>
    public const string Loading = "LoadStream";

    // In the order of the page. Other classes follow by their names.
    private static readonly IReadOnlyList<BenchmarkText> Known = RequestReport.Common.Benchmarks;

    public static MicrobenchmarkModel Build(IReadOnlyList<BenchmarkFolder> folders, IReadOnlyList<string> stores)
    {
        // Stores of the load runs keep their colours.
        var others = folders.SelectMany(f => f.Records).Select(r => r.Store).OfType<string>().Except(stores, StringComparer.Ordinal)
            .Order(StringComparer.Ordinal);
        var colors = stores.Concat(others).ToList();
        var sets = folders.SelectMany(f => f.Records).Select(r => r.Type).Distinct(StringComparer.Ordinal)
            .OrderBy(Order).ThenBy(name => name, StringComparer.Ordinal).Select(name => new BenchmarkSet(name, folders, colors)).ToList();
        return new MicrobenchmarkModel(
            [.. folders.Select((folder, run) => MicrobenchmarkRunBuilder.Build(folder, run, folders.Count))],
            sets.Find(s => s is { Name: Loading, OverEvents: true }) is { } loads ? Answers(loads) : [],
            [.. sets.Select(Group)]);
    }

    private static int Order(string name) => Known.Index().Where(k => k.Item.Name == name).Select(k => k.Index).FirstOrDefault(Known.Count);

    private static SuiteModel Group(BenchmarkSet set)
    {
        var known = Known.FirstOrDefault(k => k.Name == set.Name) ?? new BenchmarkText(set.Name, set.Name, string.Empty);
        // Where there are not two places on the axis nothing can be drawn.
        ChartModel[] charts = set.Xs.Count > 1 && set.All.Any(b => b.Time is not null) ? Charts(set, known.Doing) : [];
        // All results have more rows than anyone reads in an issue, and are in the CSV: there only where nothing else says them.
        var results = Results(set) with { OnPageOnly = charts.Length > 0 };
        TableModel[] published = set.Name == Loading ? [Published(set) with { IsOpen = true }] : [];
        return new SuiteModel(
            set.Name, known.Question, charts, charts.Length == 0 ? [results, .. published] : [.. published, results],
            [
                .. set.OverEvents && set.Rows.Any(r => r.TimeFit is not null) ? (TableModel[])[Fits(set)] : [],
                .. set.Name == Loading
                    ? (TableModel[])[ClaimTable.Of(RequestReport.Common.Claims, c => BenchmarkClaims.Decide(c, set))] : [],
            ]);
    }

    // Farther from the line than that, its slope says little.
    private const double MostDeviation = 0.25;

    private static ChartModel[] Charts(BenchmarkSet set, string doing)
    {
        var dotted = set.Rows.Any(r => r.TimeFit is not null) ? "; dotted: the fitted line" : string.Empty;
        var how = $"Median of the iterations with its {Interval(set, "95% interval")}{dotted}. Less is better.";
        BenchmarkMeasure[] memory = set.All.Any(b => b.Bytes is not null) ? [BenchmarkMeasure.Memory] : [];
        if (set.Name != Loading || !set.OverEvents)
        {
            return [BenchmarkCharts.Curve(
                set, "cost", $"Cost of {doing} by {(set.OverEvents ? "events" : "size")}", how, [set.Time, .. memory])];
        }

        return
        [
            BenchmarkCharts.Curve(set, "time", "Time to load by events",
                how + " On logarithmic axes a cost in proportion to the events rises by one decade in one decade.", set.Time),
            .. memory.Select(m => BenchmarkCharts.Curve(set, "allocated", "Memory to load by events",
                $"Managed memory that one load allocates, whether it is held or not{dotted}. Less is better.", m)),
            BenchmarkCharts.Heat(set),
        ];
    }

    private static string Interval(BenchmarkSet set, string whole) =>
        set.All.Any(b => b.Time is not null && b.Record.Nanoseconds.Count < Bootstrap.LeastValues)
            ? $"{whole}, below {Format.Count(Bootstrap.LeastValues)} iterations their range" : whole;

    private static TableModel Fits(BenchmarkSet set) => TableRows.Of(
        $"What {set.Name} costs once and for each event", set.Rows.Where(r => r.TimeFit is not null),
        [
            .. set.Head, new("Once (µs)", r => r.TimeFit!.Fixed / 1e3), new("For an event (µs)", r => r.TimeFit!.PerEvent / 1e3),
            new("Farthest value from the line", r => Format.Percent(r.TimeFit!.WorstDeviation), numeric: true),
            new($"Exponent, {Format.Count((long)PowerLaw.From)} to {Format.Count((long)PowerLaw.To)} events", r => r.Growth?.Exponent),
            new("Growth of time over growth of events", r => r.Growth?.Growth),
            new("Within 15% of proportional", r => r.Growth switch { null => Format.None, { IsLinear: true } => "yes", _ => "no" }),
            new("Allocated once (KiB)", r => Format.Kibibytes(r.MemoryFit?.Fixed), numeric: true),
            new("Allocated for an event (KiB)", r => Format.Kibibytes(r.MemoryFit?.PerEvent), numeric: true),
        ]);

    private static TableModel Results(BenchmarkSet set)
    {
        var time = set.Time;
        return TableRows.Of($"All results of {set.Name}", set.All,
            [
                new("Store or method", b => b.Name), new("Method", b => Benchmark.WayOf(b.Record)),
                new("Events", b => BenchmarkSet.SizeText(b.Record.Events), numeric: true),
                new("Strings in an event", b => BenchmarkSet.SizeText(b.Record.Size), numeric: true),
                new($"Median ({time.Unit}, {Interval(set, "95% CI")})", b => b.Time is null ? "failed" : time.Text(b), numeric: true),
                new($"Mean ({time.Unit})", b => b.Mean * time.Scale), new("Iterations", b => b.Record.Nanoseconds.Count),
                new("Allocated", b => Format.Bytes(b.Bytes), numeric: true),
                new("Collections of generation 0, 1, 2", b => Collections(b.Record)),
            ]);
    }

    /// <summary>The published figures that were measured here too, and the first and the last of them whatever was measured.</summary>
    private static TableModel Published(BenchmarkSet set)
    {
        var (title, _, figures) = RequestReport.Common.LoadFigures;
        // Rows that differ in size alone.
        var lines = set.Rows.GroupBy(r => r.First.Title, StringComparer.Ordinal).ToList();
        return TableRows.Of(
            title, figures.Where(f => f == figures[0] || f == figures[^1] || lines.Exists(l => Find(l, f) is not null)),
            [
                new("Events", f => f.Events), new("Strings in an event", f => f.Size), new("Published (ms)", f => f.Milliseconds),
                new("Published, allocated (KiB)", f => f.Kibibytes),
                .. lines.SelectMany(l => (Column<PublishedLoad>[])
                [
                    new($"{l.Key} (ms)", f => Find(l, f)?.Nanoseconds / 1e6),
                    new($"{l.Key}, allocated (KiB)", f => Find(l, f)?.Bytes / 1024),
                    new($"{l.Key}, allocated over published", f => Find(l, f)?.Bytes / 1024 / f.Kibibytes),
                ]),
            ]);
    }

    private static Benchmark? Find(IEnumerable<BenchmarkRow> rows, PublishedLoad figure) =>
        rows.SelectMany(r => r.Points).FirstOrDefault(b => b.Record.Events == figure.Events && b.Record.Size == figure.Size);

    private static string Collections(BenchmarkRecord record) => record.MemoryOperations == 0 ? Format.None
        : $"{string.Join(", ", record.Collections.Select(Format.Count))} in {Format.Count(record.MemoryOperations)}";

    private static IReadOnlyList<(int Run, IReadOnlyList<TextRun> Text)> Answers(BenchmarkSet set) =>
    [
        .. from rows in set.Rows.Where(r => r.Points.Any(b => b.Time is not null)).GroupBy(r => r.First.Run).OrderBy(g => g.Key)
           select (rows.Key, Sentence([.. rows.Where(r => r.First.Size == rows.Max(o => o.First.Size))])),
    ];

    private static IReadOnlyList<TextRun> Sentence(List<BenchmarkRow> rows)
    {
        // Where a line fits all, the cost of an event; else the most events that were loaded.
        var fitted = rows.TrueForAll(r => r.TimeFit is { WorstDeviation: <= MostDeviation });
        var most = rows.Max(r => r.Points.Where(b => b.Time is not null).Max(b => b.X!.Value));
        var size = BenchmarkSet.SizeText(rows[0].First.Size);
        return
        [
            new(fitted ? $"Loading a stream, an event of {size} strings costs "
                : $"Loading {Format.Count(most)} events of {size} strings takes "),
            .. rows.SelectMany((row, i) => (TextRun[])
            [
                new(i == 0 ? string.Empty : "; "), new(row.First.Title, Strong: true),
                new(" " + (fitted ? Fitted(row) : Loaded(row.At(most)))),
            ]),
            new("."),
        ];
    }

    private static string Fitted(BenchmarkRow row) => Nanoseconds(row.TimeFit!.PerEvent)
        + (row.MemoryFit is { } memory ? $" and {Format.Bytes(memory.PerEvent)} allocated" : string.Empty)
        + (row.TimeFit.Fixed > 0 ? $" (and {Nanoseconds(row.TimeFit.Fixed)} once)" : string.Empty);

    private static string Loaded(Benchmark? point) => point?.Nanoseconds is null ? "was not measured"
        : Nanoseconds(point.Nanoseconds) + (point.Bytes is { } bytes ? $" and {Format.Bytes(bytes)} allocated" : string.Empty);

    private static string Nanoseconds(double? nanoseconds) => Format.Duration(nanoseconds / 1e6);
}
