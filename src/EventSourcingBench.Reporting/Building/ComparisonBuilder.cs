using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Sets later runs against the first one.</summary>
internal static class ComparisonBuilder
{
    public static IReadOnlyList<TableModel> Build(IReadOnlyList<RunFolder> runs, IReadOnlyList<SuiteModel> suites) =>
        [
            .. Enumerable.Range(1, runs.Count - 1)
                .SelectMany(later => suites.Select(suite => Build(later, runs, suite)))
                .Where(table => table.Rows.Count > 0),
        ];

    private static TableModel Build(int later, IReadOnlyList<RunFolder> runs, SuiteModel suite)
    {
        var hasDelay = suite.Cells.Any(c => c.Delay is not null);
        var (a, b) = (Letters.Of(0, runs.Count), Letters.Of(later, runs.Count));
        var seed = runs[0].Run.Seed;
        return new TableModel(
            $"{suite.Name}, run {b} against run {a}: ratios of medians (95% CI); 1 is no change",
            [
                new("Store"), new("Load"), new("Verdicts"), new($"Throughput {a} (/s)", true), new($"Throughput {b} (/s)", true), new("Ratio", true),
                new($"p99 {a} (ms)", true), new($"p99 {b} (ms)", true), new("Ratio", true),
                .. hasDelay ? (TableColumn[])[new($"Delay p99 {a} (ms)", true), new($"Delay p99 {b} (ms)", true), new("Ratio", true)] : [],
            ],
            [
                .. Pairs(suite, later).Select(pair => (IReadOnlyList<string>)
                [
                    pair.A.Store, pair.A.Load.Label,
                    $"{Verdicts.Label(pair.A.Verdict)}, {Verdicts.Label(pair.B.Verdict)}",
                    .. Ratio(pair, CellBuilder.Throughputs, seed),
                    .. Ratio(pair, pair.A.Load.IsOpen ? t => P99(t, o => o.ResponseTime) : t => P99(t, o => o.ServiceTime), seed),
                    .. hasDelay ? Ratio(pair, DelayP99, seed) : [],
                ]),
            ]);
    }

    private static IEnumerable<(Cell A, Cell B)> Pairs(SuiteModel suite, int later) =>
        from a in suite.Cells.Where(c => c.Run == 0 && !c.Load.Grows)
        join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
        select (a, b);

    private static string[] Ratio((Cell A, Cell B) pair, Func<StepRecord, double?> value, int seed) =>
        Ratio(pair, step => value(step) is { } known ? [known] : [], seed);

    private static string[] Ratio((Cell A, Cell B) pair, Func<StepRecord, IEnumerable<double>> values, int seed)
    {
        var a = pair.A.Trials.SelectMany(values).ToArray();
        var b = pair.B.Trials.SelectMany(values).ToArray();
        return
        [
            Format.Number(Estimates.Of(a.Select(v => (double?)v), seed)?.Median),
            Format.Number(Estimates.Of(b.Select(v => (double?)v), seed)?.Median),
            Format.WithInterval(Estimates.Ratio(b, a, seed)),
        ];
    }

    private static double? P99(StepRecord step, Func<OperationRecord, HistogramRecord> time)
    {
        var merged = new LatencyHistogram();
        foreach (var operation in step.Operations.Where(o => o.Outcome == Outcome.Success))
        {
            merged.Add(LatencyHistogram.FromRecord(time(operation)));
        }

        return merged.Count == 0 ? null : CellBuilder.Milliseconds(merged, 99);
    }

    private static double? DelayP99(StepRecord step) =>
        step.ProjectionDelay is { Count: > 0 } delay ? CellBuilder.Milliseconds(LatencyHistogram.FromRecord(delay), 99) : null;
}
