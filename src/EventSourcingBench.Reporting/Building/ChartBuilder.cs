namespace EventSourcingBench.Reporting;

/// <summary>The charts of a suite.</summary>
internal static class ChartBuilder
{
    public static IReadOnlyList<ChartModel> Build(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
    {
        var context = new ChartContext(suite, cells, style, runs);
        var charts = new List<ChartModel> { LoadCharts.Throughput(context) };
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
            charts.Add(TimelineChart.Build(context));
            charts.Add(LoadCharts.Resources(context));
        }

        return charts;
    }
}
