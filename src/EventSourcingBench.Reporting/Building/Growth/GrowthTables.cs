using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The tables of growing stores that belong to no chart.</summary>
internal static class GrowthTables
{
    private const string BackgroundOperation = "background append";

    /// <summary>How long it takes to be there again.</summary>
    public static TableModel Recovery(IReadOnlyList<Cell> cells, int runs) => new(
        "Rebuilding the projection and restarting, with all events in the store",
        [
            new("Store"), new("Events", true), new("Rebuild of the projection (s)", true), new("Events/s of it", true), new("Restart (s)", true), new("Verdict"),
        ],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Growth is { Samples.Count: > 0 }).Select(t => (Cell: c, Step: t, Growth: t.Growth!))).Select(t => (IReadOnlyList<string>)
            [
                Letters.StoreName(t.Cell, runs), Format.Count(t.Growth.Samples[^1].Events), Format.Number(t.Growth.Rebuild?.TotalSeconds),
                Format.Number(t.Growth.Rebuild is { Ticks: > 0 } rebuild ? t.Growth.Samples[^1].Events / rebuild.TotalSeconds : null),
                Format.Number(t.Growth.Restart?.TotalSeconds), Verdicts.Label(Verdicts.StateOf(t.Step.Verdict)) + (t.Step.Interrupted ? ", interrupted" : string.Empty),
            ]),
        ])
    {
        Note = "Rebuild: the read model is made anew from all events. Restart: an embedded store is closed and opened again until it answers a reading; servers are not restarted.",
    };

    /// <summary>What went on beside the samples.</summary>
    public static TableModel Background(IReadOnlyList<Cell> cells, int runs) => new(
        "The background load while samples were taken",
        [
            new("Store"), new("Asked for (appends/s)", true), new("Acknowledged (/s), median", true), new("Least", true), new("Appends", true),
            new("Failed", true), new("Response time p50 (ms)", true), new("p99 (ms)", true),
        ],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Growth is { Background: not null, Samples.Count: > 0 }).Select(t => (Cell: c, Step: t, Growth: t.Growth!))).Select(t =>
            {
                var reached = t.Growth.Samples.Select(s => s.BackgroundRate).OfType<double>().Order().ToList();
                var operations = t.Step.Operations.Where(o => o.Operation == BackgroundOperation).ToList();
                var (totals, times) = (LoadTotals.Of(operations), ResponseTimes.Of(operations));
                return (IReadOnlyList<string>)
                [
                    Letters.StoreName(t.Cell, runs), Format.Number(t.Growth.Background), Format.Number(Estimates.Of(reached.Select(r => (double?)r), 1)?.Median),
                    Format.Number(reached.Count == 0 ? null : reached[0]), Format.Count(totals.Successes),
                    Format.Count(totals.Failed),
                    .. new[] { 50.0, 99 }.Select(p => Format.Milliseconds(times.Count == 0 ? null : times.Percentile(p))),
                ];
            }),
        ])
    {
        Note = "Single appends, each sent when it was due whatever the store did, while appends, reads, catch-up and projection were measured; not while the store was filled or opened. Response times count from when an append was due. What was still waiting to be sent when a sample was complete was not sent.",
    };

    /// <summary>First against last sample.</summary>
    public static TableModel Change(IReadOnlyList<Cell> cells, int runs) => new(
        "What growth changed: the last sample against the first",
        [new("Store"), new("Measure"), new("From", true), new("To", true), new("First", true), new("Last", true), new("Last over first", true)],
        [
            .. cells.SelectMany(c => GrowthCharts.Measures.Select(m => (Measure: m, Line: GrowthLine.Of(c, m)))).Where(l => l.Line is { Points.Count: > 1 }).Select(l => (IReadOnlyList<string>)
            [
                Letters.StoreName(l.Line!.Cell, runs), l.Measure.Label, Format.Count(l.Line.Points[0].Events), Format.Count(l.Line.Points[^1].Events),
                Format.Number(l.Line.Points[0].Value.Median), Format.Number(l.Line.Points[^1].Value.Median),
                Format.Number(l.Line.Points[0].Value.Median > 0 ? l.Line.Points[^1].Value.Median / l.Line.Points[0].Value.Median : null),
            ]),
        ]);
}
