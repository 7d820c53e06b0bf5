namespace EventSourcingBench.Reporting;

/// <summary>The charts of a suite.</summary>
internal static class ChartBuilder
{
    private const string Appending = "append";

    public static IReadOnlyList<ChartModel> Build(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
    {
        if (cells.Any(c => c.Load.Ingest is not null))
        {
            return IngestCharts.Build(new IngestContext(suite, cells, style, runs));
        }

        if (cells.Any(c => c.Load.Grows))
        {
            return GrowthCharts.Build(suite, cells, style, runs);
        }

        // Copies and rates are different questions: a line from one to the other would mean nothing.
        var models = cells.Where(c => c.Load.Copies is not null || c.Load.IsOpen).GroupBy(c => c.Load.IsOpen).OrderBy(g => g.Key).ToList();
        var charts = models.SelectMany(model => Build(new ChartContext(model.Key ? $"{suite}-open" : suite, [.. model], style, runs), runs)).ToList();
        if (suite == Appending && ScalabilityChart.Build(suite, cells, style, runs) is { } scalability)
        {
            charts.Insert(1, scalability);
        }

        return charts;
    }

    private static List<ChartModel> Build(ChartContext context, int runs)
    {
        var cells = context.Cells;
        var charts = new List<ChartModel>();
        var reservations = new ReservationContext(context, runs);
        if (reservations.Cells.Count > 0)
        {
            charts.AddRange(reservations.Cells.Any(c => c.Cell.Trials.Any(t => t.SloSearch is not null)) ? ProbeChart.Build(reservations) : RateCharts.Build(reservations));
        }

        if (SkewChart.Build(reservations) is { } skew)
        {
            charts.Add(skew);
        }

        charts.Add(LoadCharts.Throughput(context));
        if (PreloadChart.IsOf(cells))
        {
            charts.Add(PreloadChart.Build(context));
        }

        if (cells.Any(c => c.Service is not null))
        {
            charts.Add(LoadCharts.Latency(context));
            charts.Add(DistributionCharts.Latency(context));
        }

        if (cells.Any(c => c.Delay is not null))
        {
            charts.Add(LoadCharts.Delay(context));
            charts.Add(DistributionCharts.Delay(context));
        }

        if (cells.Any(c => c.Trials.Any(t => t.Seconds.Count > 0)))
        {
            charts.Add(LoadCharts.Resources(context));
            charts.Add(TimelineChart.Build(context));
        }

        return charts;
    }
}
