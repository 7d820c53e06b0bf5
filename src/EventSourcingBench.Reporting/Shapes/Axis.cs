namespace EventSourcingBench.Reporting.Shapes;

/// <summary>Something that differs between the steps of a suite: the rate, the size of a buffer, the order of requests. <c>Of</c>: the
/// value of a step as a reader sees it; null where the step has none.</summary>
internal sealed record Axis(string Name, Func<Cell, string?> Of)
{
    public static Axis Loads { get; } = new("Load", c => c.Load.Label) { Order = c => c.Load.Order };

    public static Axis Bare { get; } =
        new("Load", c => (c.Load with { Preload = null }).Label) { Order = c => (c.Load with { Preload = null }).Order };

    public static Axis Preload { get; } =
        new("Stored before", c => Format.Count(c.Load.Preload ?? 0)) { Order = c => c.Load.Preload ?? 0 };

    /// <summary>The value as the name of a load says it; empty where the name leaves it out. Default: as it is.</summary>
    public Func<Cell, string?> Label { get; init; } = Of;

    /// <summary>What its values are sorted by. Default: they come as the steps do.</summary>
    public Func<Cell, IComparable> Order { get; init; } = _ => 0;

    /// <summary>A choice of one value, the first at first.</summary>
    public Choice Each(IEnumerable<Cell> cells) => new(Name, [.. Values(cells).Select(v => new Option(v) { Has = c => Of(c) == v })]);

    /// <summary>A choice of one value, the last at first: of loads and counts a reader looks at the greatest.</summary>
    public Choice Last(IEnumerable<Cell> cells) =>
        Each(cells) is var all ? all with { Selected = Math.Max(0, all.Options.Count - 1) } : all;

    /// <summary>A choice of one value where there are several; else none.</summary>
    public Choice? IfSeveral(IEnumerable<Cell> cells) => Each(cells) is { Options.Count: > 1 } several ? several : null;

    /// <summary>A choice of one value or of all: where several steps of a store share a place, the best one is drawn.</summary>
    public Choice OrBest(IEnumerable<Cell> cells) => Each(cells) is var all && all.Options.Count > 1
        ? all with { Options = [new Option("best of each store"), .. all.Options] } : all;

    public IReadOnlyList<string> Values(IEnumerable<Cell> cells) =>
        [.. cells.Where(c => Of(c) is not null).OrderBy(Order).Select(c => Of(c)!).Distinct(StringComparer.Ordinal)];

    /// <summary>The store without what stands in parentheses behind it (nodes, a way of use), with the run of several.</summary>
    public static string Product(Cell cell) => cell.Store.Split(" (")[0] + cell.Name[cell.Store.Length..];
}

/// <summary>A choice that the reader of a chart has, with what each option draws.</summary>
internal sealed record Choice(string Name, IReadOnlyList<Option> Options, int Selected = 0)
{
    public static Choice Of(IEnumerable<Metric> metrics) => new("Measure", [.. metrics.Select(m => new Option(m.Name) { Metric = m })]);
}

/// <summary>An option of a choice. <c>Metric</c>, <c>Line</c>: what is drawn of a step, and the line that it belongs to; null where another
/// choice or the chart says so.</summary>
internal sealed record Option(string Label, Metric? Metric = null, Func<Cell, ChartSeries>? Line = null)
{
    /// <summary>Whether a step is drawn. Default: each is.</summary>
    public Func<Cell, bool> Has { get; init; } = _ => true;
}
