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
        var (one, other) = (Letters.Of(0, runs.Count), Letters.Of(later, runs.Count));
        return Table(
            $"{suite.Name}, run {other} against run {one}: ratios of medians (95% CI); 1 is no change",
            (one, other),
            [
                .. from a in suite.Cells.Where(c => c.Run == 0)
                   join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
                   select new ComparedCells(a.Store, a, b),
            ],
            suite.Compared!,
            runs[0].Run.Seed);
    }

    /// <summary>Pairs of steps side by side, with the names of the two sides in the columns' heads.</summary>
    public static TableModel Table(
        string caption, (string One, string Other) names, IReadOnlyList<ComparedCells> pairs, Func<StepRecord, IEnumerable<double>> rates,
        int seed)
    {
        var hasDelay = pairs.Any(p => (p.A.Delay ?? p.B.Delay) is not null);
        return new TableModel(
            caption,
            [
                new("Store"), new("Load"), new("Verdicts"), .. Columns("Throughput", "/s"), .. Columns("Response p99", "ms"),
                .. hasDelay ? Columns("Delay p99", "ms") : [],
            ],
            [
                .. pairs.Select(p => (IReadOnlyList<string>)
                [
                    p.Store, p.A.Load.Label, $"{Verdicts.Label(p.A.Verdict)}, {Verdicts.Label(p.B.Verdict)}",
                    .. Ratio(p, s => rates(s).Select(v => (v, false)), seed), .. Ratio(p, s => P99(ResponseTimes.Of(s.Operations)), seed),
                    .. hasDelay ? Ratio(p, s => P99(StepTimes.DelayOf(s)), seed) : [],
                ]),
            ]);

        TableColumn[] Columns(string name, string unit) =>
            [new($"{name} {names.One} ({unit})", true), new($"{name} {names.Other} ({unit})", true), new("Ratio", true)];
    }

    private static string[] Ratio(ComparedCells pair, Func<StepRecord, IEnumerable<(double Value, bool IsLowerBound)>> of, int seed)
    {
        var (before, after) = (pair.A.Trials.SelectMany(of).ToList(), pair.B.Trials.SelectMany(of).ToList());
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

/// <summary>Steps with the same load that are compared, and the store that a reader knows both by.</summary>
internal sealed record ComparedCells(string Store, Cell A, Cell B);
