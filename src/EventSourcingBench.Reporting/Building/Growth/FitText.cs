using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>Says fitted curves in words.</summary>
internal static class FitText
{
    private const string Note =
        "Extrapolations, not measurements: the curve that fits best as far as was measured, drawn on to sizes that nobody measured. They hold as long as nothing else happens on the way: "
        + "a cache or a disk that fills, an index that gets a level more, a compaction. PI is the prediction interval, if the curve is the right one.";

    private const string ShortNote = "Extrapolations, not measurements, as said above.";

    private const double LeastWeight = 0.001;

    public static TableModel Table(string title, List<(GrowthMeasure Measure, List<GrowthLine> Lines)> measures, int runs, bool isFirst) => new(
        $"{title}: fitted and extrapolated",
        [
            new("Store"), new("Measure"), new("Last measured", true), new("Curve"), new("Grows by"),
            .. GrowthLine.Targets.Select(t => new TableColumn($"At {TargetName(t)} (95% PI)", true)),
            new("Residual error", true), new("R²", true), new("AICc weight", true), new("Next best"),
        ],
        [
            .. measures.SelectMany(m => m.Lines.Select(l => (IReadOnlyList<string>)
            [
                Letters.StoreName(l.Cell, runs), m.Measure.FittedLabel, Last(l, m.Lines), .. Fit(l),
            ])),
        ])
    {
        Note = isFirst ? Note : ShortNote,
    };

    /// <summary>The last value, and where it was where others went farther.</summary>
    private static string Last(GrowthLine line, List<GrowthLine> all)
    {
        var (events, value) = line.Points[^1];
        return Format.Number(line.Measure.Turn(value.Median)) + (events < all.Max(l => l.Points[^1].Events) ? $" at {Format.Count(events)}" : string.Empty);
    }

    private static IEnumerable<string> Fit(GrowthLine line)
    {
        if (line.Fit is not { } fit)
        {
            var samples = line.Points.Count;
            return
            [
                string.Create(CultureInfo.InvariantCulture, $"no fit: {samples} {(samples == 1 ? "sample" : "samples")}, fewer than {CurveChoice.FewestPlaces} tell no curve from another"),
                Format.None, .. GrowthLine.Targets.Select(_ => Format.None), Format.None, Format.None, Format.None, Format.None,
            ];
        }

        return
        [
            Name(fit.Best.Kind), Growth(fit.Best), .. GrowthLine.Targets.Select(t => Predicted(line, fit.Best, t)),
            Format.Number(fit.Best.ResidualError), Format.Number(fit.Best.Determination), Weight(fit.Weight), $"{Name(fit.Next.Kind)} ({Weight(fit.NextWeight)})",
        ];
    }

    private static string Predicted(GrowthLine line, CurveFit fit, long target)
    {
        if (target <= line.Points[^1].Events)
        {
            return "measured";
        }

        var prediction = fit.Predict(target);
        return prediction.Value <= 0
            ? "none: below 0"
            : $"{Format.Number(prediction.Value)} ({Format.Number(Math.Max(0, prediction.Low))}–{Format.Number(prediction.High)})";
    }

    /// <summary>How fast the curve rises, as a person would say it.</summary>
    private static string Growth(CurveFit fit) => fit.Kind switch
    {
        CurveKind.Constant => "nothing",
        CurveKind.Logarithmic => $"{Signed(fit.B * Math.Log(10))} per tenfold",
        CurveKind.Linear => $"{Signed(fit.B * 1e6)} per million",
        _ => $"× {Format.Number(Math.Pow(10, fit.B))} per tenfold",
    };

    private static string Weight(double weight) => weight switch
    {
        < LeastWeight => $"<{Format.Percent(LeastWeight)}",
        > 1 - LeastWeight => $">{Format.Percent(1 - LeastWeight)}",
        _ => Format.Percent(weight),
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
