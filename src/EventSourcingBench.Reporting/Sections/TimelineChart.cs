namespace EventSourcingBench.Reporting.Sections;

/// <summary>What every second saw.</summary>
internal static class TimelineChart
{
    /// <summary>Longer steps are averaged over several seconds, so that the file of an hour's run stays small.</summary>
    private const int MostPoints = 150;

    private const double Mebibyte = 1024 * 1024;

    private static readonly TimelineMeasure[] Measures =
    [
        new("Throughput", "Requests/s", s => s.Successes),
        new("p50", "Response time, p50 (ms)", s => s.P50Milliseconds) { IsLowerBound = s => s.P50IsLowerBound },
        new("p99", "Response time, p99 (ms)", s => s.P99Milliseconds) { IsLowerBound = s => s.P99IsLowerBound },
        TimelineMeasure.Count(Outcome.Refused, s => s.Refused),
        TimelineMeasure.Count(Outcome.Conflict, s => s.Conflicts),
        TimelineMeasure.Count(Outcome.Error, s => s.Errors),
        TimelineMeasure.Count(Outcome.Timeout, s => s.Timeouts),
        new("CPU, client", "Busy cores, client", s => s.ClientCores),
        new("CPU, API", "Busy cores, API", s => s.ApiCores),
        new("CPU, server", "Busy cores, server", s => s.ServerCores),
        new("Memory, client", "Memory of the client (MiB)", s => s.ClientBytes / Mebibyte),
        new("Memory, API", "Memory of the API (MiB)", s => s.ApiBytes / Mebibyte),
        new("Memory, server", "Memory of the server (MiB)", s => s.ServerBytes / Mebibyte),
    ];

    private static readonly Axis Trials = new("Trial", c => Format.Count(c.Trials[0].Trial)) { Order = c => c.Trials[0].Trial };

    /// <summary>With a load, a trial and, where there are several of the axis, one of its values to choose.</summary>
    public static Chart Of(IReadOnlyList<Cell> cells, Axis? apart)
    {
        var longest = cells.SelectMany(c => c.Trials).Max(t => t.Seconds.Count);
        var step = Math.Max(1, (int)Math.Ceiling((double)longest / MostPoints));
        var measures = Measures.Where(m => cells.Any(c => c.Trials.Any(t => t.Seconds.Any(m.IsShown)))).ToList();
        return new Chart(
            "timeline",
            RequestReport.Say("Second by second{at load}", RequestReport.IsOpen(cells)),
            RequestReport.Say("One sample a second of the measured time, counted when the answer came. A store that stalls or slows down "
                + "as it fills shows it here. {censored}", RequestReport.IsOpen(cells))
                + (step > 1 ? string.Create(CultureInfo.InvariantCulture, $" Each point is the mean of {step} seconds.") : string.Empty))
        {
            Kind = ChartKind.Timeline,
            XName = "Second of the step",
            Step = step,
            PerTrial = true,
            // A single second is a point, and the chart of throughput has it.
            If = _ => longest > 1,
            By = [Metric.Choose([.. measures.Select(m =>
                new Metric(m.Name, m.Unit, (trial, line) => Line(trial[0].Trials[0], line, m, step)))]), Axis.Loads.Last, Trials.Each,
                .. apart is null ? (By[])[] : [apart.IfSeveral]],
            Table = all => TableRows.Of(
                "Seconds of each step, summed up",
                all.Trials(t => t.Seconds.Count > 0),
                [
                    .. TableRows.OfTrial, new("Seconds", t => t.Step.Seconds.Count),
                    new("Slowest second (/s)", t => t.Step.Seconds.Min(s => (double)s.Successes)),
                    new("Median second (/s)", t => Medians.Of(t.Step.Seconds.Select(s => (double)s.Successes))),
                    new("Fastest second (/s)", t => t.Step.Seconds.Max(s => (double)s.Successes)),
                    new("Worst p99 of a second (ms)", t => WorstP99(t.Step), numeric: true),
                    new("Seconds without success", t => t.Step.Seconds.Count(s => s.Successes == 0)),
                ]),
        };
    }

    /// <summary>The successes of each second of a trial; null where no second was sampled.</summary>
    public static ChartSeries? Successes(StepRecord trial, ChartSeries line) => Line(trial, line, Measures[0], 1);

    private static ChartSeries? Line(StepRecord trial, ChartSeries line, TimelineMeasure measure, int step)
    {
        if (trial.Seconds.Count == 0)
            return null;

        var bySecond = trial.Seconds.ToLookup(s => s.Second / step);
        return line with
        {
            Points =
            [
                .. Enumerable.Range(0, (trial.Seconds.Max(s => s.Second) / step) + 1)
                .Select(i => bySecond[i].Average(measure.Of) is { } mean
                    ? ChartPoint.Bounded(ChartPoint.Number(mean), bySecond[i].Any(measure.IsLowerBound))
                    : null),
            ],
        };
    }

    private static string WorstP99(StepRecord step)
    {
        var worst = step.Seconds.Where(s => s.P99Milliseconds is not null).MaxBy(s => (s.P99Milliseconds, s.P99IsLowerBound));
        return Format.AtLeast(Format.Number(worst?.P99Milliseconds), worst?.P99IsLowerBound == true);
    }
}

/// <summary>What a timeline shows of each second. <c>Of</c>: the value of a second; null where there is none.</summary>
internal sealed record TimelineMeasure(string Name, string Unit, Func<SecondRecord, double?> Of)
{
    /// <summary>Whether the value of a second is a lower bound.</summary>
    public Func<SecondRecord, bool> IsLowerBound { get; init; } = _ => false;

    /// <summary>Whether a second is worth a choice: one that has a value.</summary>
    public Func<SecondRecord, bool> IsShown { get; init; } = s => Of(s) is not null;

    /// <summary>Requests that ended in one way, where there were any.</summary>
    public static TimelineMeasure Count(Outcome outcome, Func<SecondRecord, long> of) =>
        new(Format.Capital(outcome.Title()), $"Requests/s, {outcome.Title()}", s => of(s)) { IsShown = s => of(s) > 0 };
}
