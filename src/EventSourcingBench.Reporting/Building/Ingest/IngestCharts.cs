using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The charts of an ingest, after those of the publication "ChronicleDB on a Raft".</summary>
internal static class IngestCharts
{
    private const string Rate = "Events/s";

    private static readonly (string Name, Func<IngestResult, IReadOnlyList<double>?> Of)[] Measures =
    [
        ("Median", r => IngestContext.Point(r.Rate)),
        ("Maximum", r => r.Maximum is { } maximum ? [ChartContext.Number(maximum)] : null),
        ("Cold trial", r => r.Cold is { } cold ? [ChartContext.Number(cold)] : null),
    ];

    public static IReadOnlyList<ChartModel> Build(IngestContext context)
    {
        if (context.Results.Count == 0)
        {
            return [];
        }

        // Those that share a row first, those as wide as the page after them.
        var charts = new List<ChartModel> { ByCount(context), BySize(context), ForMillion(context) };
        if (context.Nodes.Count > 1)
        {
            charts.Add(ByNodes(context));
        }

        charts.AddRange([IngestBoxes.ByBuffer(context), IngestHeat.Build(context)]);
        if (context.Clusters.Count > 1)
        {
            charts.Add(IngestBoxes.ByCluster(context));
        }

        if (NodeDeathChart.Build(context) is { } death)
        {
            charts.Add(death);
        }

        return charts;
    }

    private static ChartModel ByCount(IngestContext context)
    {
        ChartSelector[] selectors = [MeasureSelector, context.BufferSelector, context.NodesSelector];
        return new ChartModel
        {
            Id = context.Id("count"),
            Title = "Events a second by count",
            Description = "Acknowledged events over the time from the first offer to the last acknowledgement. The median is of the warm trials, with its 95% interval; the cold trial is the first after a fresh start. Greater is better.",
            Kind = ChartKind.Category,
            XName = "Events",
            Categories = [.. context.Counts.Select(Format.Count)],
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                $"{Rate}, {Measures[c[0]].Name.ToLowerInvariant()}",
                context.Over(context.WithBuffer(c[1]).Where(r => r.Load.Nodes == context.Nodes[c[2]]), context.Counts, r => r.Load.Count, Measures[c[0]].Of))),
            Table = IngestTables.Results(context),
        };
    }

    private static ChartModel BySize(IngestContext context)
    {
        ChartSelector[] selectors = [MeasureSelector, context.ModeSelector, context.EventsSelector, context.NodesSelector];
        return new ChartModel
        {
            Id = context.Id("buffer"),
            Title = "Events a second by buffer size",
            Description = "The buffer is flushed when it holds so many bytes of event data. A blocking buffer lets the producer wait for room; a non-blocking one never does, and refuses events at its limit. Greater is better.",
            Kind = ChartKind.Category,
            XName = "Buffer size",
            Categories = [.. context.Sizes.Select(Format.Size)],
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                $"{Rate}, {Measures[c[0]].Name.ToLowerInvariant()}",
                context.Over(
                    context.Results.Where(r => r.Load.Mode == context.Modes[c[1]] && r.Load.Count == context.Counts[c[2]] && r.Load.Nodes == context.Nodes[c[3]]),
                    context.Sizes,
                    r => r.Load.BufferBytes,
                    Measures[c[0]].Of))),
            Table = IngestTables.Pivot(
                context, "Median of events a second by buffer size", "Buffer", r => r.Load.Mode, context.Sizes, r => r.Load.BufferBytes, Format.Size, r => Format.Number(r.Rate.Median)),
        };
    }

    private static ChartModel ForMillion(IngestContext context)
    {
        ChartSelector[] selectors = [context.BufferSelector, context.NodesSelector];
        return new ChartModel
        {
            Id = context.Id("million"),
            Title = "Time for a million events",
            Description = "At the median rate of each count, with its 95% interval: what a million events would take if they came at that rate. Less is better.",
            Kind = ChartKind.Category,
            XName = "Events",
            Categories = [.. context.Counts.Select(Format.Count)],
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                "Seconds for a million events",
                context.Over(context.WithBuffer(c[0]).Where(r => r.Load.Nodes == context.Nodes[c[1]]), context.Counts, r => r.Load.Count, ForMillion))),
            Table = IngestTables.Pivot(
                context, "Seconds for a million events", "Buffer", r => r.Load.Buffer, context.Counts, r => r.Load.Count, Format.Count, r => Format.Number(r.SecondsForMillion), events: false),
        };
    }

    private static ChartModel ByNodes(IngestContext context)
    {
        ChartSelector[] selectors = [context.EventsSelector, context.BufferSelector];
        return new ChartModel
        {
            Id = context.Id("nodes"),
            Title = "Events a second by number of nodes",
            Description = "What each further copy of the events costs. All nodes are on this machine and share its disk and processors, which costs more than machines of their own would, and leaves out the network.",
            Kind = ChartKind.Category,
            XName = "Nodes",
            Categories = [.. context.Nodes.Select(n => Format.Count(n))],
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(
                $"{Rate}, median",
                context.OfProducts(context.WithBuffer(c[1]).Where(r => r.Load.Count == context.Counts[c[0]]), context.Nodes, r => r.Load.Nodes, Measures[0].Of))),
            Table = IngestTables.Pivot(
                context, "Median of events a second by number of nodes", "Buffer", r => r.Load.Buffer, context.Nodes, r => r.Load.Nodes, n => Format.Count(n), r => Format.Number(r.Rate.Median), nodes: false),
        };
    }

    private static ChartSelector MeasureSelector => new("Measure", [.. Measures.Select(m => m.Name)]);

    private static IReadOnlyList<double>? ForMillion(IngestResult result)
    {
        if (result.SecondsForMillion is not { } seconds)
        {
            return null;
        }

        return IngestContext.Point(result.Rate is { Low: > 0, High: > 0 } rate ? new Estimate(seconds, 1e6 / rate.High, 1e6 / rate.Low) : new Estimate(seconds, null, null));
    }
}
