using static EventSourcingBench.Reporting.Measures.Estimates;

namespace EventSourcingBench.Reporting.Building;

internal static class ComparisonBuilder
{
    public static IReadOnlyList<TableModel> Build(IReadOnlyList<RunFolder> runs, IReadOnlyList<SuiteModel> suites) =>
        Enumerable.Range(1, runs.Count - 1)
            .SelectMany(later => suites.Where(s => s.Compared is not null).Select(suite => Build(later, runs, suite)))
            .Where(table => table.Rows.Count > 0).ToList();

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
                       .. Ratio(a, b, s => suite.Compared!(s).Select(v => (v, false)), seed),
                       .. Ratio(a, b, s => P99(ResponseTimes.Of(s.Operations)), seed),
                       .. hasDelay ? Ratio(a, b, s => P99(StepTimes.DelayOf(s)), seed) : [],
                   ],
            ]);

        TableColumn[] Columns(string name, string unit) =>
            [new($"{name} {one} ({unit})", true), new($"{name} {other} ({unit})", true), new("Ratio", true)];
    }

    private static string[] Ratio(Cell a, Cell b, Func<StepRecord, IEnumerable<(double Value, bool IsLowerBound)>> of, int seed)
    {
        var (before, after) = (a.Trials.SelectMany(of).ToList(), b.Trials.SelectMany(of).ToList());
        var (one, other) = (Estimates.Of(before, seed), Estimates.Of(after, seed));
        var ratio = Estimates.Ratio([.. after.Select(v => v.Value)], [.. before.Select(v => v.Value)], seed);
        return
        [
            Format.Median(one), Format.Median(other),
            before.Concat(after).Any(v => v.IsLowerBound)
                ? Format.Ratio(Format.Number(ratio?.Median), other?.IsLowerBound == true, one?.IsLowerBound == true)
                : Format.WithInterval(ratio),
        ];
    }

    private static IEnumerable<(double Value, bool IsLowerBound)> P99(ResponseTimes? times) =>
        times is { Count: > 0 } ? [Bounded(times.Percentile(99))] : [];
}
