using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Throughput over what was in the store before: whether a store slows down as it fills.</summary>
internal static class PreloadChart
{
    public static bool IsOf(IReadOnlyList<Cell> cells) => Preloads(cells).Count > 1;

    public static ChartModel Build(ChartContext context)
    {
        var preloads = Preloads(context.Cells);
        var loads = context.Loads.Select(l => l with { Preload = null }).Distinct().ToList();
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var i = 0; i < loads.Count; i++)
        {
            views.Add(i.ToString(CultureInfo.InvariantCulture), new ChartView("Requests/s", context.Over(preloads, loads[i], c => c.Throughput)));
        }

        return new ChartModel
        {
            Id = context.Id("preload"),
            Title = "Throughput by what was stored before",
            Description = "Operations whose events were in the store when the load began. A flat line is a store that does not slow down as it fills.",
            Kind = ChartKind.Category,
            XName = "Operations stored before",
            Categories = [.. preloads.Select(p => Format.Count(p))],
            Selectors = [new ChartSelector("Load", [.. loads.Select(l => l.Label)])],
            Views = views,
            Table = Table(context, preloads),
        };
    }

    private static List<long> Preloads(IReadOnlyList<Cell> cells) =>
        [.. cells.Where(c => c.Load.Preload is not null).Select(c => c.Load.Preload!.Value).Distinct().Order()];

    private static TableModel Table(ChartContext context, IReadOnlyList<long> preloads) => new(
        "Throughput by what was stored before (share of the emptiest)",
        [new("Store"), new("Load"), .. preloads.Select(p => new TableColumn(Format.Count(p), true))],
        [
            .. context.Cells.GroupBy(c => (Name: context.StoreName(c), Load: c.Load with { Preload = null })).Select(g => (IReadOnlyList<string>)
            [
                g.Key.Name, g.Key.Load.Label,
                .. preloads.Select(p => g.FirstOrDefault(c => c.Load.Preload == p) is { } cell
                    ? $"{Format.Number(cell.Throughput.Median)} ({Format.Percent(cell.Throughput.Median / g.MinBy(c => c.Load.Preload)!.Throughput.Median)})"
                    : Format.None),
            ]),
        ]);
}
