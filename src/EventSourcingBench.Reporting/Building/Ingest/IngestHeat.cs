namespace EventSourcingBench.Reporting;

/// <summary>Buffer sizes by counts.</summary>
internal static class IngestHeat
{
    private const double Mebibyte = 1024 * 1024;

    private static readonly (string Name, string Unit, Func<IngestResult, double> Of)[] Measures =
    [
        ("Events", "Events/s, median", r => r.Rate.Median),
        ("Bytes", "Event data (MiB/s)", r => r.Rate.Median * r.EventBytes / Mebibyte),
    ];

    public static ChartModel Build(IngestContext context)
    {
        var stores = context.Results.GroupBy(r => (Name: context.StoreName(r), r.Load.Nodes)).ToList();
        var several = stores.GroupBy(s => s.Key.Name, StringComparer.Ordinal).Any(g => g.Count() > 1);
        ChartSelector[] selectors =
        [
            new("Store", [.. stores.Select(s => several ? $"{s.Key.Name}, {s.First().Load.NodesText}" : s.Key.Name)]),
            context.ModeSelector,
            new("Measure", [.. Measures.Select(m => m.Name)]),
        ];
        return new ChartModel
        {
            Id = context.Id("heat"),
            Title = "Buffer size by count",
            Description = "What a larger buffer brings with few events and with many. A deeper colour is more, on a logarithmic scale; each cell has its number.",
            Kind = ChartKind.Heatmap,
            XName = "Events",
            Categories = [.. context.Counts.Select(Format.Count)],
            RowName = "Buffer size",
            Rows = [.. context.Sizes.Select(Format.Size)],
            Logarithmic = true,
            ScaleChoice = false,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                Measures[c[2]].Unit, [new ChartSeries(stores[c[0]].Key.Name, 0, Dashed: false, Points(context, stores[c[0]], context.Modes[c[1]], Measures[c[2]].Of))])),
            Table = IngestTables.Pivot(
                context,
                "Events a second (MiB/s of event data) by buffer and count",
                "Buffer",
                r => r.Load.Buffer,
                context.Counts,
                r => r.Load.Count,
                Format.Count,
                r => $"{Format.Number(Measures[0].Of(r))} ({Format.Number(Measures[1].Of(r))})",
                events: false),
        };
    }

    private static List<IReadOnlyList<double>?> Points(IngestContext context, IEnumerable<IngestResult> results, string mode, Func<IngestResult, double> value)
    {
        var (counts, sizes) = (context.Counts.ToList(), context.Sizes.ToList());
        return
        [
            .. results.Where(r => r.Load.Mode == mode && r.Rate.Median > 0)
                .Select(r => (IReadOnlyList<double>)[counts.IndexOf(r.Load.Count), sizes.IndexOf(r.Load.BufferBytes), ChartContext.Number(value(r))]),
        ];
    }
}
