namespace EventSourcingBench.Reporting.Micro;

internal static class BenchmarkCharts
{
    private static readonly Metric[] HeatMetrics =
    [
        Of("Time for an event", "µs", b => b.Nanoseconds / b.X / 1e3), Of("Allocated for an event", "KiB", b => b.Bytes / b.X / 1024),
        Of("Time", "ms", b => b.Nanoseconds / 1e6),
    ];

    /// <summary>Values over counts, on logarithmic axes at first, with the fitted lines.</summary>
    public static ChartModel Curve(
        BenchmarkSet set, string id, string title, string description, params IReadOnlyList<BenchmarkMeasure> measures) => new Chart(
            id, title, description, set.Drawn,
            TableRows.Of(
                $"{title}: {string.Join(", ", measures.Select(m => $"{m.Name.ToLowerInvariant()} in {m.Unit}"))} by "
                    + set.XName.ToLowerInvariant(),
                set.Rows.SelectMany(row => measures.Select(measure => (Row: row, Measure: measure))),
                [
                    .. set.Head.Select(h => new Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>(h.Head, r => h.Text(r.Row))),
                    .. new[] { new Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>("Measure", r => r.Measure.Label) }
                        .Where(_ => measures.Count > 1),
                    .. set.Xs.Select(x => new Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>(
                        Format.Count(x), r => r.Measure.Text(r.Row.At(x)), numeric: true)),
                ]),
            ChartKind.Curve, XName: set.XName, Logarithmic: true,
            By:
            [
                BenchmarkSet.BySize.Chosen(set.Drawn, ReportPick.Last), set.ByVariant.Chosen(set.Drawn),
                Choice.Of(measures.Select(m => m.Metric)),
            ]).Build(set.Anchor);

    /// <summary>Counts by sizes: where the fixed cost ends, and what a larger event costs.</summary>
    public static ChartModel Heat(BenchmarkSet set)
    {
        var x = BenchmarkSet.Axis(set.XName, b => Format.Count(b.X!.Value), b => b.X!.Value);
        return new Chart("heat", "Events by size",
            "What an event costs by how many there are and how large they are. A deeper colour is more, on a "
                + "logarithmic scale. What falls to the right is the fixed cost, spread over more events.",
            set.Drawn,
            TableRows.Of("Time for an event in µs, and memory allocated for it in KiB, by events in the stream", set.Rows,
                [.. set.Head, .. set.Xs.Select(at => new Column<BenchmarkRow>(Format.Count(at), r => Text(r.At(at)), numeric: true))]),
            ChartKind.Heatmap, x, Rows: BenchmarkSet.BySize, Logarithmic: true,
            By:
            [
                BenchmarkSet.Axis("Store", b => b.Title).Chosen(set.Drawn),
                Choice.Of(HeatMetrics.Select(m => m.Squares(x, BenchmarkSet.BySize, set.Drawn))),
            ]).Build(set.Anchor);
    }

    private static Metric Of(string name, string unit, Func<Benchmark, double?> value) =>
        new(name, $"{name} ({unit})", c => value((Benchmark)c) is { } known ? new Estimate(known, null, null) : null);

    private static string Text(Benchmark? benchmark) => benchmark?.Nanoseconds is null ? Format.None
        : string.Join("; ", HeatMetrics.Take(2).Select(m => Format.Number(m.Of(benchmark)?.Median)));
}
