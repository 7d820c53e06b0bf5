using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Says fitted curves in words.</summary>
internal static class FitText
{
    private const string Note =
        "An extrapolation, not a measurement: the curve that fits best as far as was measured is drawn on to sizes that nobody measured. "
        + "It holds only as long as nothing else happens on the way: a cache or a disk that fills, an index that gets a level more, a compaction. "
        + "The interval holds a single new value with 95% if the curve is the right one and the values scatter at random around it; "
        + "samples of one growing store are not independent, so take it for the least doubt that there is. "
        + "The curve is chosen by AICc among a constant, a logarithm, a line and a power law; its weight is the share of the evidence that it has among the four.";

    public static TableModel Table(string title, List<(GrowthMeasure Measure, List<GrowthLine> Lines)> measures, int runs) => new(
        $"{title}: fitted and extrapolated",
        [
            new("Store"), new("Measure"), new("Last measured", true), new("Curve"), new("Weight", true), new("Next best"), new("Residual standard error", true), new("R²", true),
            .. GrowthLine.Targets.Select(t => new TableColumn($"At {TargetName(t)} (95% PI)", true)),
        ],
        [
            .. measures.SelectMany(m => m.Lines.Select(l => (IReadOnlyList<string>)
            [
                Letters.StoreName(l.Cell, runs), m.Measure.Label, $"{Format.Number(l.Points[^1].Value.Median)} at {Format.Count(l.Points[^1].Events)}", .. Fit(l),
            ])),
        ])
    {
        Note = Note,
    };

    private static IEnumerable<string> Fit(GrowthLine line)
    {
        if (line.Fit is not { } fit)
        {
            var samples = line.Points.Count;
            return
            [
                string.Create(CultureInfo.InvariantCulture, $"no fit: {samples} {(samples == 1 ? "sample" : "samples")}, fewer than {CurveChoice.FewestPlaces} tell no curve from another"),
                Format.None, Format.None, Format.None, Format.None, .. GrowthLine.Targets.Select(_ => Format.None),
            ];
        }

        return
        [
            Curve(fit.Best), Format.Percent(fit.Weight), $"{Name(fit.Next.Kind)} ({Format.Percent(fit.NextWeight)})", Format.Number(fit.Best.ResidualError), Format.Number(fit.Best.Determination),
            .. GrowthLine.Targets.Select(t => Predicted(line, fit.Best, t)),
        ];
    }

    private static string Predicted(GrowthLine line, CurveFit fit, long target)
    {
        if (target <= line.Points[^1].Events)
        {
            return "measured";
        }

        var prediction = fit.Predict(target);
        // No measure of a store is below nothing: a curve that falls so far has ceased to hold before.
        return prediction.Value <= 0
            ? "below 0: does not hold so far"
            : $"{Format.Number(prediction.Value)} ({Format.Number(Math.Max(0, prediction.Low))}–{Format.Number(prediction.High)})";
    }

    /// <summary>The curve and how fast it rises, as a person would say it.</summary>
    private static string Curve(CurveFit fit) => fit.Kind switch
    {
        CurveKind.Constant => $"constant: {Format.Number(fit.A)}",
        CurveKind.Logarithmic => $"logarithmic: {Signed(fit.B * Math.Log(10))} for ten times the events",
        CurveKind.Linear => $"linear: {Signed(fit.B * 1e6)} for each million events",
        _ => $"power: × {Format.Number(Math.Pow(10, fit.B))} for ten times the events (exponent {Format.Number(fit.B)})",
    };

    private static string Name(CurveKind kind) => kind switch
    {
        CurveKind.Constant => "constant",
        CurveKind.Logarithmic => "logarithmic",
        CurveKind.Linear => "linear",
        _ => "power",
    };

    private static string Signed(double value) => (value > 0 ? "+" : string.Empty) + Format.Number(value);

    private static string TargetName(long events) => events switch
    {
        1_000_000_000 => "a billion",
        _ => $"{Format.Count(events / 1_000_000)} million",
    };
}
