namespace EventSourcingBench.Reporting;

/// <summary>A chart of samples over the events in a store, with the fitted curve and what it predicts.</summary>
internal static class FittedChart
{
    /// <summary>More points cannot be distinguished and make the file large.</summary>
    private const int MostPoints = 120;

    /// <param name="id">Unique in the suite.</param>
    /// <param name="title">What it shows.</param>
    /// <param name="description">How to read it.</param>
    /// <param name="lines">The lines of its measures, at least one.</param>
    /// <param name="isFirst">Whether the table of its fits explains them.</param>
    public static Chart Of(string id, string title, string description, IReadOnlyList<SampleLine> lines, bool isFirst)
    {
        var measures = lines.Select(l => l.Measure).Distinct().ToList();
        var fitted = lines.Any(l => l.Fit is not null);
        string[] shown = fitted ? ["as measured", "to a billion events, extrapolated"] : ["as measured"];
        return new Chart(
            id,
            title,
            description + (fitted ? " Dotted: the fitted curve; hollow: what it says of places that were not measured, with its 95% "
                + "prediction interval." : string.Empty))
        {
            Kind = ChartKind.Curve,
            XName = "Events in the store",
            Logarithmic = true,
            By = [_ => new Choice("Measure", [.. measures.Select(m => new Option(m.Name))]),
                _ => new Choice("Shown", [.. shown.Select(s => new Option(s))])],
            Metric = at => new(measures[at[0]].Name, measures[at[0]].Label, (cells, series) =>
                lines.FirstOrDefault(l => l.Measure == measures[at[0]] && l.Cell == cells[0]) is { } line
                    ? Series(line, series, at[1] == 1) : null),
            Table = _ => Table.Of(
                title,
                lines.SelectMany(l => l.Points.Select(p => p.Events)).Distinct().Order(),
                [
                    new("Events", events => events),
                    .. lines.Select(l => new Column<long>($"{l.Cell.Name}: {l.Measure.Label}", events => l.At(events))),
                ]),
            Fits = FitText.Table(title, lines, isFirst),
        };
    }

    private static ChartSeries Series(SampleLine line, ChartSeries series, bool extrapolated)
    {
        var step = (int)Math.Ceiling((double)line.Points.Count / MostPoints);
        var shown = line.Points.Where((_, i) => i % step == 0 || i == line.Points.Count - 1);
        // A place where the curve has fallen below nothing cannot be drawn, and means nothing.
        var predictions = extrapolated ? line.Predictions.Where(p => p.Value > 0 && double.IsFinite(p.Value)).ToList() : [];
        var to = predictions.Count > 0 ? predictions[^1].X : line.Points[^1].Events;
        return series with
        {
            Points = [.. shown.Select(p => (IReadOnlyList<double>)[p.Events, .. Points.Of(p.Value)!])],
            Fit = line.Fit is { } fit ? FittedLine.Points(line.Points[0].Events, to, x => line.Measure.Turn(fit.Best.At(x))) : null,
            Predictions = predictions.Count == 0 ? null : [.. predictions.Select(p => Point(p, line.Measure))],
        };
    }

    /// <summary>An end of the interval that is at 0 or below, or has no bound, is left open.</summary>
    private static IReadOnlyList<double?> Point(Prediction p, SampleMeasure measure)
    {
        double? low = p.Low > 0 ? Points.Number(measure.Turn(p.Low)) : null,
        high = double.IsFinite(p.High) ? Points.Number(measure.Turn(p.High)) : null;
        return [p.X, Points.Number(measure.Turn(p.Value)), measure.IsRate ? high : low, measure.IsRate ? low : high];
    }
}
