namespace EventSourcingBench.Reporting.Micro;

/// <summary>Values over counts, on logarithmic axes at first, with the fitted lines.</summary>
internal static class CurveChart
{
    public static ChartModel Build(BenchmarkSet set, string id, string title, string description, IReadOnlyList<BenchmarkMeasure> measures)
    {
        ChartSelector[] selectors =
        [
            new("Strings in an event", [.. set.Sizes.Select(BenchmarkSet.SizeText)], set.Sizes.Count - 1), new("Method", set.Variants),
            new("Measure", [.. measures.Select(m => m.Name)]),
        ];
        return new ChartModel(
            Anchor.For("micro", $"{set.Name}-{id}"), title, description, ChartKind.Curve, set.XName, selectors,
            ViewGrid.Build(selectors, at => new ChartView(
                measures[at[2]].Label,
                [
                    .. set.Rows.Where(r => r.Size == set.Sizes[at[0]] && r.Variant == set.Variants[at[1]])
                        .Select(r => Series(r, measures[at[2]])).Where(line => line.Points.Count > 0),
                ])),
            Table(set, title, measures))
        {
            Logarithmic = true,
        };
    }

    /// <summary>Lines over counts: a row for each line, a column for each count.</summary>
    public static TableModel Table(BenchmarkSet set, string title, IReadOnlyList<BenchmarkMeasure> measures) => TableRows.Of(
        $"{title}: {string.Join(", ", measures.Select(m => $"{m.Name.ToLowerInvariant()} in {m.Unit}"))} by {set.XName.ToLowerInvariant()}",
        set.Rows.SelectMany(row => measures.Select(measure => (Row: row, Measure: measure))),
        [
            .. set.Head.Select(h => new Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>(h.Head, r => h.Text(r.Row))),
            .. measures.Count > 1 ? (Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>[])[new("Measure", r => r.Measure.Label)] : [],
            .. set.Xs.Select(x => new Column<(BenchmarkRow Row, BenchmarkMeasure Measure)>(
                Format.Count(x), r => r.Measure.Text(r.Row.At(x)), numeric: true)),
        ]);

    private static ChartSeries Series(BenchmarkRow row, BenchmarkMeasure measure) => new(
        row.Name,
        row.Color,
        row.Dashed,
        [
            .. row.Points.Select(p => (p.X, Value: measure.Of(p.Point))).Where(p => p.Value is not null)
                .Select(p => (IReadOnlyList<double>)[p.X, .. ChartPoint.Of(p.Value!.Value.Times(measure.Scale))!]),
        ])
    {
        Fit = measure.FitOf(row) is { } fit ? FittedLine.Points(row.Points[0].X, row.Points[^1].X, x => fit.At(x) * measure.Scale) : null,
    };
}
