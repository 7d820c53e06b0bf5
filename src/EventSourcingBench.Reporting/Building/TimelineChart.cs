using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

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

    public static ChartModel Build(ChartContext context)
    {
        var longest = context.Cells.SelectMany(c => c.Trials).Max(t => t.Seconds.Count);
        var step = Math.Max(1, (int)Math.Ceiling((double)longest / MostPoints));
        var measures = Measures.Where(m => context.Cells.Any(c => c.Trials.Any(t => t.Seconds.Any(m.IsShown)))).ToList();
        var trials = context.Cells.SelectMany(c => c.Trials).Select(t => t.Trial).Distinct().Order().ToList();
        var views = new Dictionary<string, ChartView>(StringComparer.Ordinal);
        for (var m = 0; m < measures.Count; m++)
        {
            for (var l = 0; l < context.Loads.Count; l++)
            {
                for (var t = 0; t < trials.Count; t++)
                {
                    var (measure, trial) = (measures[m], trials[t]);
                    foreach (var (order, has) in context.OrderViews)
                    {
                        views.Add(
                            string.Create(CultureInfo.InvariantCulture, $"{m}/{l}/{t}{order}"),
                            new ChartView(measure.Unit, context.AtLoad(context.Loads[l], has, c => Points(c, trial, measure, step))));
                    }
                }
            }
        }

        return new ChartModel
        {
            Id = context.Id("timeline"),
            Title = "Second by second" + context.AtLoads,
            Description = "One sample a second of the measured time, counted when the answer came. A store that stalls or slows down as it fills shows it here. "
                + LoadCharts.Censored
                + (step > 1 ? string.Create(CultureInfo.InvariantCulture, $" Each point is the mean of {step} seconds.") : string.Empty),
            Kind = ChartKind.Timeline,
            XName = "Second of the step",
            Step = step,
            Selectors =
            [
                new ChartSelector("Measure", [.. measures.Select(m => m.Name)]),
                context.LoadSelector,
                new ChartSelector("Trial", [.. trials.Select(t => t.ToString(CultureInfo.InvariantCulture))]),
                .. context.OrderSelector,
            ],
            Views = views,
            Table = Table(context),
        };
    }

    private static IReadOnlyList<IReadOnlyList<double>?>? Points(Cell cell, int trial, TimelineMeasure measure, int step)
    {
        if (cell.Trials.FirstOrDefault(t => t.Trial == trial) is not { Seconds.Count: > 0 } record)
        {
            return null;
        }

        var bySecond = record.Seconds.ToLookup(s => s.Second / step);
        var last = record.Seconds.Max(s => s.Second) / step;
        return
        [
            .. Enumerable.Range(0, last + 1).Select(i => bySecond[i].Average(measure.Of) is { } mean
                ? ChartContext.Bounded(ChartContext.Number(mean), bySecond[i].Any(measure.IsLowerBound))
                : null),
        ];
    }

    private static TableModel Table(ChartContext context) => new(
        "Seconds of each step, summed up",
        [
            new("Store"), new("Load"), new("Trial", true), new("Seconds", true), new("Slowest second (/s)", true),
            new("Median second (/s)", true), new("Fastest second (/s)", true), new("Worst p99 of a second (ms)", true), new("Seconds without success", true),
        ],
        [
            .. context.Cells.SelectMany(c => c.Trials.Where(t => t.Seconds.Count > 0).Select(t => (IReadOnlyList<string>)
            [
                context.StoreName(c), c.Load.Label, t.Trial.ToString(CultureInfo.InvariantCulture), Format.Count(t.Seconds.Count),
                Format.Number(t.Seconds.Min(s => s.Successes)), Format.Number(Median(t)), Format.Number(t.Seconds.Max(s => s.Successes)),
                WorstP99(t), Format.Count(t.Seconds.Count(s => s.Successes == 0)),
            ])),
        ]);

    private static string WorstP99(StepRecord step)
    {
        var worst = step.Seconds.Where(s => s.P99Milliseconds is not null).MaxBy(s => (s.P99Milliseconds, s.P99IsLowerBound));
        return Format.AtLeast(Format.Number(worst?.P99Milliseconds), worst?.P99IsLowerBound == true);
    }

    private static double Median(StepRecord step)
    {
        var sorted = step.Seconds.Select(s => s.Successes).Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2.0;
    }
}
