namespace EventSourcingBench.Reporting.Shapes;

/// <summary>Something that differs between the steps of a suite: the rate, the size of a buffer, the order of requests. <c>Of</c>: the
/// value of a step as a reader sees it; null where the step has none.</summary>
internal sealed record Axis(string Name, Func<Cell, string?> Of)
{
    public static Axis Loads { get; } = new("Load", c => c.Load.Label) { Order = c => c.Load.Order };

    /// <summary>The loads, whatever was stored before.</summary>
    public static Axis Bare { get; } =
        new("Load", c => (c.Load with { Preload = null }).Label) { Order = c => (c.Load with { Preload = null }).Order };

    public static Axis Preload { get; } =
        new("Stored before", c => Format.Count(c.Load.Preload ?? 0)) { Order = c => c.Load.Preload ?? 0 };

    /// <summary>What its values are sorted by. Default: they come as the steps do.</summary>
    public Func<Cell, IComparable> Order { get; init; } = _ => 0;

    /// <summary>A choice of one value, the first at first.</summary>
    public By Each => cells => ChoiceOf(cells, last: false);

    /// <summary>A choice of one value, the last at first: of loads and counts a reader looks at the greatest.</summary>
    public By Last => cells => ChoiceOf(cells, last: true);

    /// <summary>A choice of one value where there are several; else none.</summary>
    public By IfSeveral => cells => Values(cells).Count < 2 ? null : ChoiceOf(cells, last: false);

    /// <summary>A choice of one value for all stores, or of all: where several steps of a store share a place, the best one is
    /// drawn.</summary>
    public By OrBest => cells => ChoiceOf(cells, last: false) is { Options.Count: > 1 } several
        ? several with { Options = [new Option("best of each store"), .. several.Options] }
        : ChoiceOf(cells, last: false);

    /// <summary>The values of steps, each once.</summary>
    public IReadOnlyList<string> Values(IEnumerable<Cell> cells) =>
        [.. cells.Where(c => Of(c) is not null).OrderBy(Order).Select(c => Of(c)!).Distinct(StringComparer.Ordinal)];

    /// <summary>The store without what stands in parentheses behind it (nodes, a way of use), with the run where there are
    /// several.</summary>
    public static string Product(Cell cell) => cell.Store.Split(" (")[0] + cell.Name[cell.Store.Length..];

    private Choice ChoiceOf(IReadOnlyList<Cell> cells, bool last)
    {
        var values = Values(cells);
        return new Choice(Name, [.. values.Select(v => new Option(v) { Has = c => Of(c) == v })], last ? Math.Max(0, values.Count - 1) : 0);
    }
}
