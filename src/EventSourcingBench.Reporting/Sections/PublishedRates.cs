namespace EventSourcingBench.Reporting.Sections;

/// <summary>Published highest rates of two orders of requests with one node and with several, and ours in the same columns.</summary>
internal static class PublishedRates
{
    /// <summary>The section has the <c>figures</c>, how commands were handled there (<c>handling</c>) and their source.</summary>
    public static TableModel Table(
        IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs, Func<Cell, Way?> wayOf, AnalysisSection section)
    {
        var figures = section.With["figures"].Deserialize<IReadOnlyList<PublishedFigure>>(RunJson.Compact)!;
        var ways = Way.Shared(cells.Where(c => c.Load.IsOpen), wayOf).ToDictionary(g => g.Key, g => g.ToLookup(c => wayOf(c)!.Order));
        var rows = figures.Select(f => Row(f, figures.First(o => o.Cpus == f.Cpus && o.Nodes == 1), Analyses.Text(section, "handling")))
            .Concat(ways.Select(w => Row(w.Key, w.Value, ways, runs)));
        var said = RequestReport.Common.Analyses["highest rates"];
        return new TableModel(said.Title,
            [
                new("Where"), new("Command handling"), new("Nodes and CPUs"), new("Concurrent, requests/s (p99)", true),
                new("Serial, requests/s (p99)", true), new("Concurrent of serial", true), new("Concurrent against one node", true),
                new("Serial against one node", true),
            ], ways.Count == 0 ? [] : [.. rows], $"{Analyses.Text(section, "source")} {said.Note}");
    }

    private static IReadOnlyList<string> Row(PublishedFigure figure, PublishedFigure one, string handling) =>
    [
        "published", handling,
        FormattableString.Invariant(
            $"{figure.Nodes} node{(figure.Nodes == 1 ? "" : "s")}, {figure.Cpus} CPUs{(figure.Nodes == 1 ? "" : " each")}"),
        Format.Number(figure.Concurrent) + (figure.P99 is { } p99 ? $" ({p99} ms)" : string.Empty), Format.Number(figure.Serial),
        Format.Percent(figure.Concurrent / figure.Serial),
        figure.Nodes == 1 ? Format.None : Format.Times(figure.Concurrent / one.Concurrent), Format.None,
    ];

    private static IReadOnlyList<string> Row(
        Way way, ILookup<string, Cell> cells, Dictionary<Way, ILookup<string, Cell>> all, IReadOnlyList<RunFolder> runs)
    {
        var (concurrent, serial) = (Best(cells, Way.Concurrent), Best(cells, Way.Serial));
        var one = way.Nodes > 1 ? all.GetValueOrDefault(way with { Nodes = 1 }) : null;
        return
        [
            Letters.StoreName(way.Store, way.Run, runs.Count), way.Side,
            $"{way.NodesText}, {Format.Count(runs[way.Run].Environment.Cores)} CPUs in all",
            Rate(cells, Way.Concurrent, concurrent), Rate(cells, Way.Serial, serial),
            Format.Percent(serial is null ? null : concurrent?.Against(serial)),
            Format.Times(one is null ? null : concurrent?.Against(Best(one, Way.Concurrent))),
            Format.Times(one is null ? null : serial?.Against(Best(one, Way.Serial))),
        ];
    }

    private static SustainedRate? Best(ILookup<string, Cell> cells, string order) => SustainedRate.Of([.. cells[order]]);

    private static string Rate(ILookup<string, Cell> cells, string order, SustainedRate? best) => !cells.Contains(order) ? Format.None
        : best is null ? "none" : best + (best.P99 is { } p99 ? $" ({Format.Number(p99)} ms)" : string.Empty);

    private sealed record PublishedFigure(int Nodes, int Cpus, double Concurrent, string? P99 = null, double? Serial = null);
}
