namespace EventSourcingBench.Reporting.Micro;

/// <summary>Counts by sizes: where the fixed cost ends, and what a larger event costs.</summary>
internal static class HeatChart
{
    private const double Kibibyte = 1024;

    private static readonly (string Name, string Unit, Func<BenchmarkPoint, long, double?> Of)[] Measures =
    [
        ("Time for an event", "Time for an event (µs)", (p, events) => p.Nanoseconds / events / 1e3),
        ("Allocated for an event", "Allocated for an event (KiB)", (p, events) => p.Bytes / events / Kibibyte),
        ("Time", "Time (ms)", (p, _) => p.Nanoseconds / 1e6),
    ];

    public static ChartModel Build(BenchmarkSet set)
    {
        var (lines, xs, sizes) = (set.Lines, set.Xs.ToList(), set.Sizes.ToList());
        ChartSelector[] selectors =
        [
            new("Store", [.. lines.Select(l => l.Key)]),
            new("Measure", [.. Measures.Select(m => m.Name)]),
        ];
        return new ChartModel(
            Anchor.For("micro", $"{set.Name}-heat"),
            "Events by size",
            "What an event costs by how many there are and how large they are. A deeper colour is more, on a "
                + "logarithmic scale. What falls to the right is the fixed cost, spread over more events.",
            ChartKind.Heatmap,
            set.XName,
            selectors,
            ViewGrid.Build(selectors, at => new ChartView(
                Measures[at[1]].Unit,
                [
                    new ChartSeries(lines[at[0]].First().Name, lines[at[0]].First().Color, lines[at[0]].First().Dashed,
                    [
                        .. from row in lines[at[0]]
                           from p in row.Points
                           let value = Measures[at[1]].Of(p.Point, p.X)
                           where value is not null
                           select (IReadOnlyList<double>)
                               [xs.IndexOf(p.X), sizes.IndexOf(row.Size), ChartPoint.Number(value.Value)],
                    ]),
                ])),
            TableRows.Of(
                "Time for an event in µs, and memory allocated for it in KiB, by events in the stream",
                set.Rows,
                [.. set.Head, .. set.Xs.Select(x => new Column<BenchmarkRow>(Format.Count(x), r => Text(r.At(x), x), numeric: true))]))
        {
            Categories = [.. set.Xs.Select(Format.Count)],
            Rows = [.. set.Sizes.Select(BenchmarkSet.SizeText)],
            RowName = "Strings in an event",
            Logarithmic = true,
        };
    }

    private static string Text(BenchmarkPoint? point, long x) => point?.Nanoseconds is null
        ? Format.None
        : $"{Format.Number(Measures[0].Of(point, x))}; {Format.Number(Measures[1].Of(point, x))}";
}
