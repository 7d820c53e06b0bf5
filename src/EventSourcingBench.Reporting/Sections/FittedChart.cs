namespace EventSourcingBench.Reporting.Sections;

internal static class FittedChart
{
    private const int MostPoints = 120; // More cannot be distinguished and make the file large.
    private const double LeastWeight = 0.001;

    private static readonly AnalysisText Said = RequestReport.Common.Analyses["curves"];

    /// <summary>A chart for each group of measures of which something is known; the first one explains the fits.</summary>
    public static IEnumerable<Chart> Of(SuiteDefinition suite, AnalysisSection section, IReadOnlyList<Cell> cells) =>
        section.With["groups"].EnumerateArray()
            .Select(g => (Group: g, Lines: g.GetProperty("metrics").EnumerateArray().Select(m => SampleMeasure.Named(suite, m.GetString()!,
                Analyses.Text(section, "at"))).SelectMany(m => cells.Select(c => SampleLine.Of(c, m)).OfType<SampleLine>()).ToList()))
            .Where(g => g.Lines.Count > 0).Select((g, i) => Of(g.Group, cells, g.Lines, isFirst: i == 0));

    public static TableModel Change(SuiteDefinition suite, AnalysisSection section, IReadOnlyList<Cell> cells) => TableRows.Of(
        Analyses.Text(section, "title"),
        cells.SelectMany(
            c => suite.Report.Metrics.Keys.Select(m => SampleLine.Of(c, SampleMeasure.Named(suite, m, Analyses.Text(section, "at")))))
            .OfType<SampleLine>().Where(l => l.Points.Count > 1)
            .Select(l => (l.Cell, l.Measure, First: l.Points[0], Last: l.Points[^1])),
        [
            new("Store", l => l.Cell.Name), new("Measure", l => l.Measure.Label), new("From", l => l.First.Events),
            new("To", l => l.Last.Events), new("First", l => l.First.Value.Median), new("Last", l => l.Last.Value.Median),
            new("Last over first", l => l.First.Value.Median > 0 ? l.Last.Value.Median / l.First.Value.Median : null),
        ]);

    private static Chart Of(JsonElement group, IReadOnlyList<Cell> cells, IReadOnlyList<SampleLine> lines, bool isFirst)
    {
        var measures = lines.Select(l => l.Measure).Distinct().ToList();
        var fitted = lines.Any(l => l.Fit is not null);
        string[] shown = fitted ? ["as measured", "to a billion events, extrapolated"] : ["as measured"];
        var title = group.GetProperty("title").GetString()!;
        return new Chart(
            group.GetProperty("id").GetString()!, title,
            group.GetProperty("text").GetString() + (fitted ? $" {Said.Text}" : string.Empty), cells,
            TableRows.Of(title, lines.SelectMany(l => l.Points.Select(p => p.Events)).Distinct().Order(),
                [
                    new("Events", events => events),
                    .. lines.Select(l => new Column<long>($"{l.Cell.Name}: {l.Measure.Label}", events => l.At(events))),
                ]),
            ChartKind.Curve, XName: "Events in the store", Logarithmic: true,
            Metric: at => new(measures[at[0]].Name, measures[at[0]].Label, (drawn, series) =>
                lines.FirstOrDefault(l => l.Measure == measures[at[0]] && l.Cell == drawn[0]) is { } line
                    ? Series(line, series, at[1] == 1) : null), Fits: FitsTable(title, lines, isFirst),
            By: [new("Measure", [.. measures.Select(m => new Option(m.Name))]), new("Shown", [.. shown.Select(s => new Option(s))])]);
    }

    private static ChartSeries Series(SampleLine line, ChartSeries series, bool extrapolated)
    {
        var step = (int)Math.Ceiling((double)line.Points.Count / MostPoints);
        var shown = line.Points.Where((_, i) => i % step == 0 || i == line.Points.Count - 1);
        var predictions = extrapolated ? line.Predictions.Where(p => p.Value > 0 && double.IsFinite(p.Value)).ToList() : [];
        var to = predictions.Count > 0 ? predictions[^1].X : line.Points[^1].Events;
        return series with
        {
            Points = [.. shown.Select(p => (IReadOnlyList<double>)[p.Events, .. ChartPoint.Of(p.Value)!])],
            Fit = line.Fit is { } fit ? ChartPoint.Line(line.Points[0].Events, to, x => line.Measure.Turn(fit.Best.At(x))) : null,
            Predictions = predictions.Count == 0 ? null : [.. predictions.Select(p => Point(p, line.Measure))],
        };
    }

    /// <summary>An end of the interval that is at 0 or below, or has no bound, is left open.</summary>
    private static IReadOnlyList<double?> Point(Prediction p, SampleMeasure measure)
    {
        double? low = p.Low > 0 ? ChartPoint.Number(measure.Turn(p.Low)) : null,
        high = double.IsFinite(p.High) ? ChartPoint.Number(measure.Turn(p.High)) : null;
        return [p.X, ChartPoint.Number(measure.Turn(p.Value)), measure.IsRate ? high : low, measure.IsRate ? low : high];
    }

    private static TableModel FitsTable(string title, IReadOnlyList<SampleLine> lines, bool isFirst) => TableRows.Of(
        $"{title}: fitted and extrapolated", lines.Select(l => (Line: l, l.Fit?.Best, l.Fit)),
        [
            new("Store", l => l.Line.Cell.Name), new("Measure", l => l.Line.Measure.FittedLabel),
            new("Last measured", l => Last(l.Line, lines), numeric: true),
            new("Curve", l => l.Best is { } best ? Name(best.Kind) : NoFit(l.Line.Points.Count)),
            new("Grows by", l => l.Best is { } best ? Growth(best) : Format.None),
            .. SampleLine.Targets.Select(t => new Column<(SampleLine Line, CurveFit? Best, CurveChoice? Fit)>(
                $"At {TargetName(t)} (95% PI)", l => Predicted(l.Line.Predict(t)), numeric: true)),
            new("Residual error", l => l.Best?.ResidualError), new("R²", l => l.Best?.Determination),
            new("AICc weight", l => l.Fit is { } fit ? Weight(fit.Weight) : Format.None, numeric: true),
            new("Next best", l => l.Fit is { } fit ? $"{Name(fit.Next.Kind)} ({Weight(fit.NextWeight)})" : Format.None),
        ], isFirst ? Said.Note : lines.Any(l => l.Fit is not null) ? "Extrapolations, not measurements, as said above." : string.Empty);

    /// <summary>The last value, and where it was where others went farther.</summary>
    private static string Last(SampleLine line, IReadOnlyList<SampleLine> all)
    {
        var (events, value) = line.Points[^1];
        var isBehind = all.Any(l => l.Measure == line.Measure && l.Points[^1].Events > events);
        return Format.Number(line.Measure.Turn(value.Median)) + (isBehind ? $" at {Format.Count(events)}" : string.Empty);
    }

    private static string NoFit(int samples) => FormattableString.Invariant(
        $"no fit: {samples} {(samples == 1 ? "sample" : "samples")}, fewer than {CurveChoice.FewestPlaces} tell no curve from another");

    private static string Predicted((Prediction? Value, string WhyNot) predicted) => predicted.Value is { } value
        ? $"{Format.Number(value.Value)} ({Format.Number(Math.Max(0, value.Low))}–{Format.Number(value.High)})" : predicted.WhyNot;

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

    private static string Name(CurveKind kind) => kind == CurveKind.Constant ? "no trend" : kind.ToString().ToLowerInvariant();

    private static string Signed(double value) => (value > 0 ? "+" : string.Empty) + Format.Number(value);

    private static string TargetName(long events) => events == 1_000_000_000 ? "a billion" : $"{Format.Count(events / 1_000_000)} million";
}
