namespace EventSourcingBench.Reporting;

/// <summary>Box plots of the trials.</summary>
internal static class IngestBoxes
{
    private const string How = "The box holds the middle half of the trials, the line in it is the median, the whiskers are the least and the greatest trial; warm trials, or cold ones where there are no others.";

    public static ChartModel ByBuffer(IngestContext context)
    {
        ChartSelector[] selectors = [context.EventsSelector, context.NodesSelector];
        return new ChartModel
        {
            Id = context.Id("boxes"),
            Title = "Trials by buffer type and size",
            Description = How,
            Kind = ChartKind.Box,
            XName = "Buffer",
            Categories = context.Buffers,
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                "Events/s",
                context.Over(
                    context.Results.Where(r => r.Load.Count == context.Counts[c[0]] && r.Load.Nodes == context.Nodes[c[1]]), context.Buffers, r => r.Load.Buffer, Box))),
            Table = Table(context, "Trials by buffer type and size, events a second"),
        };
    }

    public static ChartModel ByCluster(IngestContext context)
    {
        ChartSelector[] selectors = [context.EventsSelector, context.BufferSelector];
        return new ChartModel
        {
            Id = context.Id("clusters"),
            Title = "Embedded, server, replicated, remote",
            Description = "Embedded: the store runs in the process that offers the events. Server: one node, another process. Replicated: acknowledged by several nodes. Remote: through the API over HTTP, in another process of this machine. " + How,
            Kind = ChartKind.Box,
            XName = "Where the events are kept",
            Categories = context.Clusters,
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                "Events/s", context.OfProducts(context.WithBuffer(c[1]).Where(r => r.Load.Count == context.Counts[c[0]]), context.Clusters, r => r.Load.Cluster, Box))),
            Table = new TableModel(
                "Embedded, server, replicated, remote: the best buffer of each store",
                [new("Store"), new("Kept"), new("Durability"), new("Events", true), new("Best buffer"), new("Median (/s)", true), new("Maximum (/s)", true), new("Verdict")],
                [
                    .. context.Results.GroupBy(r => (r.Cell.Run, r.Cell.Store, r.Load.Cluster, r.Load.Count)).Select(g => IngestContext.Best(g)!)
                        .OrderBy(r => context.Clusters.ToList().IndexOf(r.Load.Cluster)).ThenBy(r => r.Load.Count).ThenByDescending(r => r.Rate.Median)
                        .Select(r => (IReadOnlyList<string>)
                        [
                            context.ProductName(r), r.Load.Cluster, r.Cell.Tier, Format.Count(r.Load.Count), r.Load.Buffer,
                            Format.WithInterval(r.Rate), Format.Number(r.Maximum), Verdicts.Label(r.Cell.Verdict),
                        ]),
                ]),
        };
    }

    private static IReadOnlyList<double>? Box(IngestResult result) => result.Box?.Select(ChartContext.Number).ToList();

    private static TableModel Table(IngestContext context, string caption) => new(
        caption,
        [
            new("Store"), new("Nodes", true), new("Events", true), new("Buffer"), new("Trials", true), new("Least", true), new("First quartile", true),
            new("Median", true), new("Third quartile", true), new("Greatest", true),
        ],
        [
            .. context.Results.Where(r => r.Box is not null).Select(r => (IReadOnlyList<string>)
            [
                context.StoreName(r), Format.Count(r.Load.Nodes), Format.Count(r.Load.Count), r.Load.Buffer, Format.Count(r.Counted.Count),
                .. r.Box!.Select(v => Format.Number(v)),
            ]),
        ]);
}
