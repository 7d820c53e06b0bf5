namespace EventSourcingBench.Reporting.Shapes;

/// <summary>Something that differs between the steps of a suite: the rate, the size of a buffer, the order of requests. <c>Of</c>: the
/// value of a step as a reader sees it; null where the step has none.</summary>
internal sealed record Axis(string Name, Func<Cell, string?> Of)
{
    public static Axis Loads { get; } = new("Load", c => c.Load.Label) { Order = c => c.Load.Order };

    public static Axis Bare { get; } =
        new("Load", c => (c.Load with { Preload = null }).Label) { Order = c => (c.Load with { Preload = null }).Order };

    public static Axis Preload { get; } = new("Stored before", c => Format.Count(c.Load.Preload ?? 0)) { Order = c => c.Load.Preload ?? 0 };

    /// <summary>What rankings are divided by where the suite names no axis: a full store is another one than an empty one.</summary>
    public static Axis Fill { get; } =
        Preload with { Of = c => c.Load.Preload > 0 ? $"{Format.Count(c.Load.Preload.Value)} stored" : "empty store" };

    /// <summary>The value as the name of a load says it; empty where the name leaves it out. Default: as it is.</summary>
    public Func<Cell, string?> Label { get; init; } = Of;

    /// <summary>What its values are sorted by. Default: they come as the steps do.</summary>
    public Func<Cell, IComparable> Order { get; init; } = _ => 0;

    /// <summary>A choice of one value, the first or the last of them at first; or of one value or all, where of several steps of a store
    /// that share a place the best one is drawn. Null where there is to be a choice of several only, and there is none.</summary>
    public Choice? Chosen(IEnumerable<Cell> cells, ReportPick pick = ReportPick.First, bool ifSeveral = false)
    {
        List<Option> options = [.. Values(cells).Select(v => new Option(v, Has: c => Of(c) == v))];
        return options.Count < 2 ? ifSeveral ? null : new(Name, options) : pick switch
        {
            ReportPick.Last => new(Name, options, options.Count - 1),
            ReportPick.Best => new(Name, [new Option("best of each store"), .. options]),
            _ => new(Name, options),
        };
    }

    public IReadOnlyList<string> Values(IEnumerable<Cell> cells) =>
        [.. cells.Where(c => Of(c) is not null).OrderBy(Order).Select(c => Of(c)!).Distinct(StringComparer.Ordinal)];

    /// <summary>The store without what stands in parentheses behind it (nodes, a way of use), with the run of several.</summary>
    public static string Product(Cell cell) => cell.Store.Split(" (")[0] + cell.Name[cell.Store.Length..];
}

/// <summary>A choice that the reader of a chart has, with what each option draws.</summary>
internal sealed record Choice(string Name, IReadOnlyList<Option> Options, int Selected = 0)
{
    public static Choice Of(IEnumerable<Metric> metrics) => new("Measure", [.. metrics.Select(m => new Option(m.Name, m))]);
}

/// <summary>An option of a choice. <c>Metric</c>, <c>Line</c>: what is drawn of a step, and the line that it belongs to; null where another
/// choice or the chart says so. <c>Has</c>: whether a step is drawn; null: each is.</summary>
internal sealed record Option(string Label, Metric? Metric = null, Func<Cell, ChartSeries>? Line = null, Func<Cell, bool>? Has = null);
