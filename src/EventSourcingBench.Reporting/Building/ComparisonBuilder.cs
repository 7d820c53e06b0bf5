namespace EventSourcingBench.Reporting.Building;

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
        var (one, other, seed) = (Letters.Of(0, runs.Count), Letters.Of(later, runs.Count), runs[0].Run.Seed);
        return new TableModel(
            $"{suite.Name}, run {other} against run {one}: ratios of medians (95% CI); 1 is no change",
            [
                new("Store"), new("Load"), new("Verdicts"), .. Columns("Throughput", "/s"), .. Columns("Response p99", "ms"),
                .. hasDelay ? Columns("Delay p99", "ms") : [],
            ],
            [
                .. from a in suite.Cells.Where(c => c.Run == 0)
                   join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
                   select (IReadOnlyList<string>)
                   [
                       a.Store, a.Load.Label, $"{Verdicts.Label(a.Verdict)}, {Verdicts.Label(b.Verdict)}",
                       .. Ratio((a, b), suite.Compared!, seed), .. Ratio((a, b), s => P99(ResponseTimes.Of(s.Operations)), seed),
                       .. hasDelay ? Ratio((a, b), s => P99(StepTimes.DelayOf(s)), seed) : [],
                   ],
            ]);

        TableColumn[] Columns(string name, string unit) =>
            [new($"{name} {one} ({unit})", true), new($"{name} {other} ({unit})", true), new("Ratio", true)];
    }

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

    private static ResponseTime? P99(ResponseTimes? times) => times is { Count: > 0 } ? times.Percentile(99) : null;
}
