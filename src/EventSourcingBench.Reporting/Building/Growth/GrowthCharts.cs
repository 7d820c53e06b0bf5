using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The charts of growing stores: each measure over the events in the store, with the fitted curve.</summary>
internal static class GrowthCharts
{
    /// <summary>More points cannot be told apart and make the file large.</summary>
    private const int MostPoints = 120;

    private static readonly (string Id, string Title, string Description, GrowthMeasure[] Measures)[] Groups =
    [
        ("append", "Appending by events in the store", "Time of a single append. Less is better.", [GrowthMeasure.Append, GrowthMeasure.AppendP99]),
        ("read", "Reading by events in the store", "Median time to read a stream of 10 events that was written early, and the last 1,000 events of a long stream. Less is better.", [GrowthMeasure.ShortRead, GrowthMeasure.LongRead]),
        ("rate", "Filling and catching up by events in the store", "Events a second by bulk appends since the sample before, and events a second that a subscription delivers from a checkpoint to the end. Greater is better. Curves are fitted to the seconds that a million events take.", [GrowthMeasure.FillRate, GrowthMeasure.CatchUpRate]),
        ("delay", "Projection delay by events in the store", "Median time from the sending of an event to its row in the read model. Less is better.", [GrowthMeasure.Delay]),
        ("disk", "Disk by events in the store", "Bytes of the events with their indexes, for each event; and bytes written to files for each byte of event data since the sample before. Less is better.", [GrowthMeasure.BytesPerEvent, GrowthMeasure.WriteAmplification]),
        ("footprint", "Memory by events in the store", "Memory of the process with the store's client and of the server's processes. Less is better.", [GrowthMeasure.ClientMemory, GrowthMeasure.ServerMemory]),
        ("open", "Opening by events in the store", "Time to close the store's client and open it on the data that is there, until it answers a reading. Less is better.", [GrowthMeasure.Open]),
    ];

    /// <summary>All measures, in the order of the charts.</summary>
    public static IEnumerable<GrowthMeasure> Measures => Groups.SelectMany(g => g.Measures);

    public static IReadOnlyList<ChartModel> Build(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
    {
        var charts = new List<ChartModel>();
        foreach (var (id, title, description, all) in Groups)
        {
            var measures = all.Select(m => (Measure: m, Lines: cells.Select(c => GrowthLine.Of(c, m)).OfType<GrowthLine>().ToList())).Where(m => m.Lines.Count > 0).ToList();
            if (measures.Count > 0)
            {
                charts.Add(Chart($"{suite}-{id}", title, description, measures, style, runs, isFirst: charts.Count == 0));
            }
        }

        return charts;
    }

    private static ChartModel Chart(
        string id, string title, string description, List<(GrowthMeasure Measure, List<GrowthLine> Lines)> measures, SeriesStyle style, int runs, bool isFirst)
    {
        var fitted = measures.Exists(m => m.Lines.Exists(l => l.Fit is not null));
        ChartSelector[] selectors =
        [
            new("Measure", [.. measures.Select(m => m.Measure.Name)]),
            new("Shown", fitted ? ["as measured", "to a billion events, extrapolated"] : ["as measured"]),
        ];
        return new ChartModel
        {
            Id = id,
            Title = title,
            Description = description + (fitted ? " Dotted: the fitted curve; hollow: what it says of places that nobody measured, with its 95% prediction interval." : string.Empty),
            Kind = ChartKind.Curve,
            XName = "Events in the store",
            Logarithmic = true,
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => new ChartView(measures[c[0]].Measure.Label, [.. measures[c[0]].Lines.Select(l => Series(l, style, c[1] == 1))])),
            Table = Table(title, measures, runs),
            Fits = FitText.Table(title, measures, runs, isFirst),
        };
    }

    private static ChartSeries Series(GrowthLine line, SeriesStyle style, bool extrapolated)
    {
        var step = (int)Math.Ceiling((double)line.Points.Count / MostPoints);
        var shown = line.Points.Where((_, i) => i % step == 0 || i == line.Points.Count - 1);
        // A place where the curve has fallen below nothing cannot be drawn, and means nothing.
        var predictions = extrapolated ? line.Predictions.Where(p => p.Value > 0 && double.IsFinite(p.Value)).ToList() : [];
        var to = predictions.Count > 0 ? predictions[^1].X : line.Points[^1].Events;
        return style.Series(line.Cell.Store, line.Cell.Run, [.. shown.Select(p => (IReadOnlyList<double>)[p.Events, .. Interval(p.Value)])]) with
        {
            Fit = line.Fit is { } fit ? FittedLine.Points(line.Points[0].Events, to, x => line.Measure.Turn(fit.Best.At(x))) : null,
            Predictions = predictions.Count == 0 ? null : [.. predictions.Select(p => Point(p, line.Measure))],
        };
    }

    private static double[] Interval(Estimate value) => value is { Low: { } low, High: { } high } ? [Number(value.Median), Number(low), Number(high)] : [Number(value.Median)];

    /// <summary>An end of the interval that is at 0 or below, or has no bound, is left open.</summary>
    private static IReadOnlyList<double?> Point(Prediction p, GrowthMeasure measure)
    {
        double? low = p.Low > 0 ? Number(measure.Turn(p.Low)) : null, high = double.IsFinite(p.High) ? Number(measure.Turn(p.High)) : null;
        return [p.X, Number(measure.Turn(p.Value)), measure.IsRate ? high : low, measure.IsRate ? low : high];
    }

    private static double Number(double value) => ChartContext.Number(value);

    private static TableModel Table(string title, List<(GrowthMeasure Measure, List<GrowthLine> Lines)> measures, int runs)
    {
        var lines = measures.SelectMany(m => m.Lines.Select(l => (m.Measure, Line: l))).ToList();
        return new TableModel(
            title,
            [new("Events", true), .. lines.Select(l => new TableColumn($"{Letters.StoreName(l.Line.Cell, runs)}: {l.Measure.Label}", true))],
            [
                .. lines.SelectMany(l => l.Line.Points.Select(p => p.Events)).Distinct().Order().Select(events => (IReadOnlyList<string>)
                [
                    Format.Count(events), .. lines.Select(l => Format.WithInterval(l.Line.At(events))),
                ]),
            ]);
    }
}
