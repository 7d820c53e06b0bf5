namespace EventSourcingBench.Reporting.Sections;

internal static class TimesChart
{
    private const int PointsPerDecade = 8;

    public static Chart Of(Chart chart, IReadOnlyList<string> times)
    {
        var ofTimes = times.Count == 1 ? null : new Choice("Time", [.. times.Select(t => new Option(StepTimes.Title(t)))]);
        var given = Latency.Percentiles
            .Where(p => chart.Cells.Any(c => times.Any(t => c.Times.GetValueOrDefault(t)?.At(p) is not null))).ToList();
        var usual = given.FindLastIndex(p => p is not ("p99.9" or "max"));
        return chart.Kind == ChartKind.Distribution
            ? chart with
            {
                XName = "Share of values",
                By = [chart.By![0], ofTimes, .. chart.By.Skip(1)],
                Metric = at => new(Title(at), $"{Title(at)} (ms)", (cells, line) =>
                    cells[0].Times.GetValueOrDefault(Chosen(at)) is { } latency ? line with { Points = Curve(latency.Merged) } : null),
            }
            : chart with
            {
                By = [new("Percentile", [.. given.Select(p => new Option(p))], usual), ofTimes, .. chart.By!],
                Metric = at => new(Title(at), $"{Title(at)}, {given[at[0]]} (ms)",
                    c => c.Times.GetValueOrDefault(Chosen(at))?.At(given[at[0]])),
            };

        string Chosen(IReadOnlyList<int> at) => times[times.Count == 1 ? 0 : at[1]];

        string Title(IReadOnlyList<int> at) => StepTimes.Title(Chosen(at));
    }

    private static List<IReadOnlyList<double>?> Curve(ResponseTimes times)
    {
        var points = new List<IReadOnlyList<double>?>();
        for (var i = 0; Math.Pow(10, (double)i / PointsPerDecade) is var oneIn && oneIn < times.Count; i++)
        {
            if (times.Given(100 * (1 - (1 / oneIn))) is { } time)
                points.Add([ChartPoint.Number(oneIn), .. ChartPoint.Of(time.Milliseconds)!]);
        }

        points.Add([ChartPoint.Number(times.Count), .. ChartPoint.Of(times.Percentile(100).Milliseconds)!]);
        return points;
    }
}
