namespace EventSourcingBench.Reporting.Sections;

internal static class FitText
{
    private const string Note =
        "Extrapolations, not measurements: the curve that fits best as far as was measured, drawn on to sizes that were not measured. "
        + "They hold as long as nothing else happens on the way: a cache or a disk that fills, an index that gets a level more, a "
        + "compaction. PI is the prediction interval, if the curve is the right one.";

    private const string ShortNote = "Extrapolations, not measurements, as said above.";

    private const double LeastWeight = 0.001;

    public static TableModel Table(string title, IReadOnlyList<SampleLine> lines, bool isFirst) => TableRows.Of(
        $"{title}: fitted and extrapolated",
        lines.Select(l => (Line: l, l.Fit?.Best, l.Fit)),
        [
            new("Store", l => l.Line.Cell.Name), new("Measure", l => l.Line.Measure.FittedLabel),
            new("Last measured", l => Last(l.Line, lines), numeric: true),
            new("Curve", l => l.Best is { } best ? Name(best.Kind) : NoFit(l.Line.Points.Count)),
            new("Grows by", l => l.Best is { } best ? Growth(best) : Format.None),
            .. SampleLine.Targets.Select(t => new Column<(SampleLine Line, CurveFit? Best, CurveChoice? Fit)>(
                $"At {TargetName(t)} (95% PI)", l => l.Best is { } best ? Predicted(l.Line, best, t) : Format.None, numeric: true)),
            new("Residual error", l => l.Best?.ResidualError), new("R²", l => l.Best?.Determination),
            new("AICc weight", l => l.Fit is { } fit ? Weight(fit.Weight) : Format.None, numeric: true),
            new("Next best", l => l.Fit is { } fit ? $"{Name(fit.Next.Kind)} ({Weight(fit.NextWeight)})" : Format.None),
        ],
        isFirst ? Note : ShortNote);

    /// <summary>The last value, and where it was where others went farther.</summary>
    private static string Last(SampleLine line, IReadOnlyList<SampleLine> all)
    {
        var (events, value) = line.Points[^1];
        var isBehind = all.Any(l => l.Measure == line.Measure && l.Points[^1].Events > events);
        return Format.Number(line.Measure.Turn(value.Median)) + (isBehind ? $" at {Format.Count(events)}" : string.Empty);
    }

    private static string NoFit(int samples) => string.Create(
        CultureInfo.InvariantCulture,
        $"no fit: {samples} {(samples == 1 ? "sample" : "samples")}, fewer than {CurveChoice.FewestPlaces} tell no curve from another");

    private static string Predicted(SampleLine line, CurveFit fit, long target)
    {
        if (target <= line.Points[^1].Events)
            return "measured";

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

    private static string Name(CurveKind kind) => kind.ToString().ToLowerInvariant();

    private static string Signed(double value) => (value > 0 ? "+" : string.Empty) + Format.Number(value);

    private static string TargetName(long events) =>
        events == 1_000_000_000 ? "a billion" : $"{Format.Count(events / 1_000_000)} million";
}
