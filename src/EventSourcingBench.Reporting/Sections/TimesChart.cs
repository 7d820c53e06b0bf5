namespace EventSourcingBench.Reporting.Sections;

/// <summary>Draws times: a percentile over the loads, or the whole distribution at a load.</summary>
internal static class TimesChart
{
    private const int P99 = 3;
    private const int PointsPerDecade = 8;

    /// <summary>A chart with the choice of times, second among its choices.</summary>
    public static Chart Of(Chart chart, IReadOnlyList<string> times)
    {
        var ofTimes = times.Count == 1 ? null : new Choice("Time", [.. times.Select(t => new Option(StepTimes.Title(t)))]);
        return chart.Kind == ChartKind.Distribution
            ? chart with
            {
                XName = "Share of values",
                By = [chart.By[0], ofTimes, .. chart.By.Skip(1)],
                Metric = at => new(Title(at), $"{Title(at)} (ms)", (cells, line) =>
                    StepTimes.Of(cells[0], Chosen(at)) is { } latency ? line with { Points = Curve(latency.Merged) } : null),
            }
            : chart with
            {
                By = [new("Percentile", [.. Percentile.All.Select(p => new Option(p.Label))], P99), ofTimes, .. chart.By],
                Metric = at => new(Title(at), $"{Title(at)}, {Percentile.All[at[0]].Label} (ms)",
                    c => StepTimes.Of(c, Chosen(at))?.ByPercentile[at[0]]),
            };

        string Chosen(IReadOnlyList<int> at) => times[times.Count == 1 ? 0 : at[1]];

        string Title(IReadOnlyList<int> at) => StepTimes.Title(Chosen(at));
    }

    private static List<IReadOnlyList<double>?> Curve(ResponseTimes times)
    {
        var points = new List<IReadOnlyList<double>?>();
        for (var i = 0; Math.Pow(10, (double)i / PointsPerDecade) is var oneIn && oneIn < times.Count; i++)
            points.Add([ChartPoint.Number(oneIn), .. ChartPoint.Of(times.Percentile(100 * (1 - (1 / oneIn))))]);

        points.Add([ChartPoint.Number(times.Count), .. ChartPoint.Of(times.Percentile(100))]);
        return points;
    }
}
