namespace EventSourcingBench.Reporting.Sections;

internal static class TimelineChart
{
    /// <summary>Longer steps are averaged over several seconds, so that the file of an hour's run stays small.</summary>
    private const int MostPoints = 150;

    // Of a store: what was beside most of the slowest requests.
    private const int MostMarks = 2;

    private const double Mebibyte = 1024 * 1024;

    private static readonly TimelineMeasure[] Measures =
    [
        new("Throughput", "Requests/s", s => s.Successes),
        new("p50", "Response time, p50 (ms)", s => s.P50Milliseconds) { IsLowerBound = s => s.P50IsLowerBound },
        new("p99", "Response time, p99 (ms)", s => P99Of(s)) { IsLowerBound = s => s.P99IsLowerBound },
        .. OutcomeTitles.Unsuccessful.Select(o => new TimelineMeasure(
            Format.Capital(o.Title()), $"Requests/s, {o.Title()}", s => s.Totals[o]) { IsShown = s => s.Totals[o] > 0 }),
        .. Processes.All.Select(p => new TimelineMeasure($"CPU, {p.Name}", $"Busy cores, {p.Name}", p.Cores)),
        new("CPU, others", "Busy cores, other processes", s => s.OtherCores),
        .. Processes.All.Select(p => new TimelineMeasure($"Memory, {p.Name}", $"Memory of the {p.Name} (MiB)", s => p.Bytes(s) / Mebibyte)),
    ];

    private static readonly Axis Trials = new("Trial", c => Format.Count(c.Trials[0].Trial)) { Order = c => c.Trials[0].Trial };

    /// <summary>With a load, a trial and, where there are several of the axis, one of its values to choose; none where every step took a
    /// single second, which is a point that the chart of throughput has.</summary>
    public static IEnumerable<Chart> Of(IReadOnlyList<Cell> cells, Axis? apart)
    {
        var longest = cells.SelectMany(c => c.Trials).Max(t => t.Seconds.Count);
        if (longest <= 1)
            return [];

        var step = StepOf(longest);
        var measures = Measures.Where(m => cells.Any(c => c.Trials.Any(t => t.Seconds.Any(m.IsShown))));
        var (trials, open) = (Chart.PerTrial(cells), RequestReport.IsOpen(cells));
        var said = RequestReport.Common.Analyses["timeline"];
        return [new Chart("timeline", RequestReport.Say(said.Title, open),
            RequestReport.Say(said.Text, open)
                + (step > 1 ? string.Create(CultureInfo.InvariantCulture, $" Each point is the mean of {step} seconds.") : string.Empty),
            trials,
            TableRows.Of("Seconds of each step, summed up", cells.Trials(t => t.Seconds.Count > 0),
                [
                    .. TableRows.OfTrial, new("Seconds", t => t.Step.Seconds.Count),
                    new("Slowest second (/s)", t => t.Step.Seconds.Min(s => (double)s.Successes)),
                    new("Median second (/s)", t => Medians.Of(t.Step.Seconds.Select(s => (double)s.Successes))),
                    new("Fastest second (/s)", t => t.Step.Seconds.Max(s => (double)s.Successes)),
                    new("Worst p99 of a second (ms)", t => WorstP99(t.Step), numeric: true),
                    new("Seconds without success", t => t.Step.Seconds.Count(s => s.Successes == 0)),
                ]),
            ChartKind.Timeline, XName: "Second of the step", Step: step,
            Marks: c => c.Trials[0].Activity.OrderByDescending(a => c.Trials[0].Slowest.Count(a.IsBeside)).Take(MostMarks)
                .Select(a => new ChartMark(Math.Round(a.At.TotalSeconds, 1), $"{c.Name}: {a.What}")),
            By:
            [
                Choice.Of(measures.Select(m => new Metric(m.Name, m.Unit, (trial, line) => Line(trial[0].Trials[0], line, m, step)))),
                Axis.Loads.Chosen(trials, ReportPick.Last), Trials.Chosen(trials), apart?.Chosen(trials, ifSeveral: true),
            ])];
    }

    /// <summary>Seconds for each point of the lists that metrics name; 1 where they name none.</summary>
    public static int StepOf(IReadOnlyList<Cell> cells, IEnumerable<Metric> metrics) =>
        StepOf(metrics.SelectMany(m => ListsOf(cells, m)).Select(l => l.Values.Count).DefaultIfEmpty().Max());

    /// <summary>The lists that a path with <c>*</c> names, of several seconds the greatest value: a line for each member that stands in its
    /// place. Of another path the successes of each second.</summary>
    public static Metric Seconds(Metric metric, IReadOnlyList<Cell> cells, int step)
    {
        if (!metric.Path.Contains('*', StringComparison.Ordinal))
            return new(metric.Name, metric.Unit, (trial, line) => Line(trial[0].Trials[0], line, Measures[0], 1));

        var names = ListsOf(cells, metric).Select(l => l.Name).Distinct(StringComparer.Ordinal).ToList();
        return metric with
        {
            Draw = (trial, line) => ListsOf([trial[0]], metric).Select(list => line with
            {
                Name = list.Name,
                Color = names.IndexOf(list.Name),
                Points = [.. list.Values.Chunk(step).Select(s => (IReadOnlyList<double>)[ChartPoint.Number(s.Max())])],
            }),
        };
    }

    private static int StepOf(int longest) => Math.Max(1, (int)Math.Ceiling((double)longest / MostPoints));

    private static IEnumerable<(string Name, IReadOnlyList<double> Values)> ListsOf(IReadOnlyList<Cell> cells, Metric metric) =>
        metric.Path.Split(".*.") is not [var owner, var list] ? [] :
            from trial in cells.SelectMany(c => c.Trials)
            let members = RowValues.Find(trial, owner.Split('.'), null)
            where members is not null
            from member in members.Value.EnumerateObject()
            select (member.Name, (IReadOnlyList<double>)[.. RowValues.NumbersOf(trial, $"{owner}.{member.Name}.{list}")]);

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
                    ? ChartPoint.Bounded(ChartPoint.Number(mean), bySecond[i].Any(measure.IsLowerBound)) : null),
            ],
        };
    }

    private static string WorstP99(StepRecord step)
    {
        var worst = step.Seconds.Where(s => P99Of(s) is not null).MaxBy(s => (s.P99Milliseconds, s.P99IsLowerBound));
        return Format.AtLeast(Format.Number(worst?.P99Milliseconds), worst?.P99IsLowerBound == true);
    }

    // Earlier versions wrote one of any number of requests.
    private static double? P99Of(SecondRecord second) => LatencyHistogram.IsGiven(99, second.Requests) ? second.P99Milliseconds : null;

    /// <summary>What a timeline shows of each second. <c>Of</c>: the value of a second; null where there is none.</summary>
    private sealed record TimelineMeasure(string Name, string Unit, Func<SecondRecord, double?> Of)
    {
        public Func<SecondRecord, bool> IsLowerBound { get; init; } = _ => false;

        /// <summary>Whether a second is worth a choice. Default: one that has a value.</summary>
        public Func<SecondRecord, bool> IsShown { get; init; } = s => Of(s) is not null;
    }
}
