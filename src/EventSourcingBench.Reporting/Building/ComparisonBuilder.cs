namespace EventSourcingBench.Reporting.Building;

/// <summary>Sets later runs against the first one.</summary>
internal static class ComparisonBuilder
{
    public static IReadOnlyList<TableModel> Build(IReadOnlyList<RunFolder> runs, IReadOnlyList<SuiteModel> suites) =>
        [
            .. Enumerable.Range(1, runs.Count - 1)
                .SelectMany(later => suites.Where(s => s.Compared is not null).Select(suite => Build(later, runs, suite)))
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
                new("Store"), new("Load"), new("Verdicts"), new($"Throughput {a} (/s)", true), new($"Throughput {b} (/s)", true),
                new("Ratio", true),
                new($"Response p99 {a} (ms)", true), new($"Response p99 {b} (ms)", true), new("Ratio", true),
                .. hasDelay ? (TableColumn[])[new($"Delay p99 {a} (ms)", true), new($"Delay p99 {b} (ms)", true), new("Ratio", true)] : [],
            ],
            [
                .. Pairs(suite, later).Select(pair => (IReadOnlyList<string>)
                [
                    pair.A.Store, pair.A.Load.Label,
                    $"{Verdicts.Label(pair.A.Verdict)}, {Verdicts.Label(pair.B.Verdict)}",
                    .. Ratio(pair, suite.Compared!, seed),
                    .. Ratio(pair, ResponseP99, seed),
                    .. hasDelay ? Ratio(pair, DelayP99, seed) : [],
                ]),
            ]);
    }

    private static IEnumerable<(Cell A, Cell B)> Pairs(SuiteModel suite, int later) =>
        from a in suite.Cells.Where(c => c.Run == 0)
        join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
        select (a, b);

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

    private static string[] Ratio((Cell A, Cell B) pair, Func<StepRecord, ResponseTime?> time, int seed)
    {
        var (a, b) = (Times(pair.A), Times(pair.B));
        var (before, after) = (Estimates.Of(a, seed), Estimates.Of(b, seed));
        var ratio = Estimates.Ratio([.. b.Select(t => t.Time.TotalMilliseconds)], [.. a.Select(t => t.Time.TotalMilliseconds)], seed);
        return
        [
            Format.Median(before), Format.Median(after),
            a.Concat(b).Any(t => t.IsLowerBound)
                ? Format.Ratio(Format.Number(ratio?.Median), after?.IsLowerBound == true, before?.IsLowerBound == true)
                : Format.WithInterval(ratio),
        ];

        IReadOnlyList<ResponseTime> Times(Cell cell) => [.. cell.Trials.Select(time).OfType<ResponseTime>()];
    }

    private static ResponseTime? ResponseP99(StepRecord step) => P99(ResponseTimes.Of(step.Operations));

    private static ResponseTime? DelayP99(StepRecord step) =>
        step.ProjectionDelay is { } delay ? P99(ResponseTimes.Of(LatencyHistogram.FromRecord(delay))) : null;

    private static ResponseTime? P99(ResponseTimes times) => times.Count == 0 ? null : times.Percentile(99);
}
