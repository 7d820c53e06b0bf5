using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Values over counts, on logarithmic axes at first, with the fitted lines.</summary>
internal static class CurveChart
{
    public static ChartModel Build(BenchmarkSet set, string id, string title, string description, IReadOnlyList<BenchmarkMeasure> measures)
    {
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var s = 0; s < set.Sizes.Count; s++)
        {
            for (var v = 0; v < set.Variants.Count; v++)
            {
                for (var m = 0; m < measures.Count; m++)
                {
                    var rows = set.Rows.Where(r => r.Size == set.Sizes[s] && r.Variant == set.Variants[v]);
                    views.Add(
                        string.Create(CultureInfo.InvariantCulture, $"{s}/{v}/{m}"),
                        new ChartView(measures[m].Label, [.. rows.Select(r => Series(r, measures[m])).Where(line => line.Points.Count > 0)]));
                }
            }
        }

        return new ChartModel
        {
            Id = Anchor.For("micro", $"{set.Name}-{id}"),
            Title = title,
            Description = description,
            Kind = ChartKind.Curve,
            XName = set.XName,
            Logarithmic = true,
            Selectors =
            [
                new ChartSelector("Strings in an event", [.. set.Sizes.Select(BenchmarkSet.SizeText)], set.Sizes.Count - 1),
                new ChartSelector("Method", set.Variants),
                new ChartSelector("Measure", [.. measures.Select(m => m.Name)]),
            ],
            Views = views,
            Table = Table(set, title, measures),
        };
    }

    /// <summary>Lines over counts: a row for each line, a column for each count.</summary>
    public static TableModel Table(BenchmarkSet set, string title, IReadOnlyList<BenchmarkMeasure> measures) => new(
        $"{title}: {string.Join(", ", measures.Select(m => $"{m.Name.ToLowerInvariant()} in {m.Unit}"))} by {set.XName.ToLowerInvariant()}",
        [
            .. set.HeadColumns,
            .. measures.Count > 1 ? (TableColumn[])[new("Measure")] : [],
            .. set.Xs.Select(x => new TableColumn(Format.Count(x), true)),
        ],
        [
            .. set.Rows.SelectMany(row => measures.Select(measure => (IReadOnlyList<string>)
            [
                .. set.Head(row),
                .. measures.Count > 1 ? (string[])[measure.Label] : [],
                .. set.Xs.Select(x => measure.Text(row.At(x))),
            ])),
        ]);

    private static ChartSeries Series(BenchmarkRow row, BenchmarkMeasure measure) => new(
        row.Name,
        row.Color,
        row.Dashed,
        [.. row.Points.Select(p => (p.X, Value: measure.Of(p.Point))).Where(p => p.Value is not null).Select(p => Point(p.X, p.Value!.Value, measure.Scale))])
    {
        Fit = measure.FitOf(row) is { } fit ? FittedLine.Points(row.Points[0].X, row.Points[^1].X, x => fit.At(x) * measure.Scale) : null,
    };

    private static IReadOnlyList<double> Point(long x, Estimate value, double scale) => value is { Low: { } low, High: { } high }
        ? [x, Points.Number(value.Median * scale), Points.Number(low * scale), Points.Number(high * scale)]
        : [x, Points.Number(value.Median * scale)];
}
