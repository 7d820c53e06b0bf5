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
        BenchmarkSet set, string id, string title, string description, params IReadOnlyList<BenchmarkMeasure> measures) => Of(
            set, id, title, description, TableRows.Of(
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
            (chart, all) => chart with
            {
                Kind = ChartKind.Curve,
                XName = set.XName,
                By = [BenchmarkSet.BySize.Last(all), set.ByVariant.Each(all), Choice.Of(measures.Select(m => m.Metric))],
            });

    /// <summary>Counts by sizes: where the fixed cost ends, and what a larger event costs.</summary>
    public static ChartModel Heat(BenchmarkSet set) => Of(
        set, "heat", "Events by size",
        "What an event costs by how many there are and how large they are. A deeper colour is more, on a "
            + "logarithmic scale. What falls to the right is the fixed cost, spread over more events.",
        TableRows.Of(
            "Time for an event in µs, and memory allocated for it in KiB, by events in the stream",
            set.Rows,
            [.. set.Head, .. set.Xs.Select(x => new Column<BenchmarkRow>(Format.Count(x), r => Text(r.At(x)), numeric: true))]),
        (chart, all) =>
        {
            var x = BenchmarkSet.Axis(set.XName, b => Format.Count(b.X!.Value), b => b.X!.Value);
            return chart with
            {
                Kind = ChartKind.Heatmap,
                X = x,
                Rows = BenchmarkSet.BySize,
                By =
                [
                    BenchmarkSet.Axis("Store", b => b.Title).Each(all),
                    Choice.Of(HeatMetrics.Select(m => m.Squares(x, BenchmarkSet.BySize, all))),
                ],
            };
        });

    private static ChartModel Of(
        BenchmarkSet set, string id, string title, string description, TableModel table, Func<Chart, IReadOnlyList<Cell>, Chart> with)
    {
        IReadOnlyList<Cell> all = [.. set.Rows.SelectMany(r => r.Points)];
        var chart = new Chart(id, title, description, all, table)
        {
            Line = c => new ChartSeries(c.Name, c.Color, ((Benchmark)c).Dashed, []),
            Logarithmic = true,
        };
        return with(chart, all).Build(Anchor.For("micro", set.Name));
    }

    private static Metric Of(string name, string unit, Func<Benchmark, double?> value) =>
        new(name, $"{name} ({unit})", c => value((Benchmark)c) is { } known ? new Estimate(known, null, null) : null);

    private static string Text(Benchmark? benchmark) => benchmark?.Nanoseconds is null ? Format.None
        : string.Join("; ", HeatMetrics.Take(2).Select(m => Format.Number(m.Of(benchmark)?.Median)));
}
