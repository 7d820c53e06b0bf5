namespace EventSourcingBench.Reporting.Micro;

internal static class MicrobenchmarkBuilder
{
    /// <summary>The class whose charts come first and whose figures were published.</summary>
    public const string Loading = "LoadStream";

    // In the order of the page. Other classes follow by their names.
    private static readonly (string Name, string Doing, string Question)[] Known =
    [
        (Loading, "loading", "What does it take to read a stream and fold its events into state?"),
        ("LoadWithSnapshot", "loading with a snapshot", "How much of that does a snapshot save?"),
        ("ReadStream", "reading", "What does it take to read a stream's events and do nothing with them?"),
        ("WriteStream", "writing", "What does it take to write a stream?"),
        ("CatchUp", "catching up", "What does it take a subscription to read the log from its start?"),
        ("Serialise", "serialising", "What does it take to turn an event into bytes?"),
        ("Deserialise", "deserialising", "What does it take to turn bytes into an event?"),
    ];

    public static MicrobenchmarkModel Build(IReadOnlyList<BenchmarkFolder> folders, IReadOnlyList<string> stores)
    {
        // Stores of the load runs keep their colours.
        var others = folders.SelectMany(f => f.Records).Select(r => r.Store).OfType<string>().Except(stores, StringComparer.Ordinal)
            .Order(StringComparer.Ordinal);
        var colors = stores.Concat(others).ToList();
        var sets = folders.SelectMany(f => f.Records).Select(r => r.Type).Distinct(StringComparer.Ordinal)
            .OrderBy(Order).ThenBy(name => name, StringComparer.Ordinal)
            .Select(name => new BenchmarkSet(name, folders, colors))
            .ToList();
        return new MicrobenchmarkModel(
            [.. folders.Select((folder, run) => MicrobenchmarkRunBuilder.Build(folder, run, folders.Count))],
            sets.Find(s => s.Name == Loading) is { } loads ? LoadAnswer.Build(loads, folders.Count) : [],
            [.. sets.Select(Group)]);
    }

    private static int Order(string name) => Array.FindIndex(Known, k => k.Name == name) is >= 0 and var index ? index : Known.Length;

    private static SuiteModel Group(BenchmarkSet set)
    {
        var (_, doing, question) = Array.Find(Known, k => k.Name == set.Name);
        // Where there are not two places on the axis nothing can be drawn.
        ChartModel[] charts = set.Xs.Count > 1 && set.All.Any(b => b.Time is not null) ? Charts(set, doing ?? set.Name) : [];
        // All results have more rows than anyone reads in an issue, and are in the CSV: there only where nothing else says them.
        var results = BenchmarkTables.Results(set) with { OnPageOnly = charts.Length > 0 };
        TableModel[] published = set.Name == Loading ? [PublishedLoads.Table(set) with { IsOpen = true }] : [];
        return new SuiteModel(
            set.Name, question ?? string.Empty, charts, charts.Length == 0 ? [results, .. published] : [.. published, results],
            set.OverEvents && set.Rows.Any(r => r.TimeFit is not null) ? [BenchmarkTables.Fits(set)] : []);
    }

    private static ChartModel[] Charts(BenchmarkSet set, string doing)
    {
        var dotted = set.Rows.Any(r => r.TimeFit is not null) ? "; dotted: the fitted line" : string.Empty;
        var how = $"Median of the iterations with its 95% interval{dotted}. Less is better.";
        BenchmarkMeasure[] memory = set.All.Any(b => b.Bytes is not null) ? [BenchmarkMeasure.Memory] : [];
        if (set.Name != Loading || !set.OverEvents)
        {
            return [BenchmarkCharts.Curve(
                set, "cost", $"Cost of {doing} by {(set.OverEvents ? "events" : "size")}", how, [set.Time, .. memory])];
        }

        return
        [
            BenchmarkCharts.Curve(
                set, "time", "Time to load by events",
                how + " On logarithmic axes a cost in proportion to the events rises by one decade in one decade.", set.Time),
            .. memory.Select(m => BenchmarkCharts.Curve(
                set, "allocated", "Memory to load by events",
                $"Managed memory that one load allocates, whether it is held or not{dotted}. Less is better.", m)),
            BenchmarkCharts.Heat(set),
        ];
    }
}
