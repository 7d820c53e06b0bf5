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
            $"{suite.Name}, run {other} against run {one}: ratios of medians",
            (one, other),
            [
                .. from a in suite.Cells.Where(c => c.Run == 0)
                   join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
                   select new ComparedCells(a.Store, a, b),
            ],
            suite.Compared!);
    }

    /// <summary>Pairs of steps side by side, with the names of the two sides in the columns' heads.</summary>
    public static TableModel Table(
        string caption, (string One, string Other) names, IReadOnlyList<ComparedCells> pairs, Func<Cell, Cell, Difference?> compare)
    {
        var hasDelay = pairs.Any(p => (p.A.Delay ?? p.B.Delay) is not null);
        return new TableModel(
            $"{caption} ({Format.IntervalOf(pairs.SelectMany(p => new[] { p.A.Rates.Count, p.B.Rates.Count }))}); 1 is no change",
            [
                new("Store"), new("Load"), new("Answer"), new("Verdicts"), .. Columns("Throughput", "/s"), .. Columns("Response p99", "ms"),
                .. hasDelay ? Columns("Delay p99", "ms") : [],
            ],
            [
                .. pairs.Select(p => (IReadOnlyList<string>)
                [
                    p.Store, p.A.Load.Label,
                    p is { A.Verdict: VerdictState.Passed, B.Verdict: VerdictState.Passed }
                        ? Format.Answer(compare(p.B, p.A), names.Other, names.One) : Format.None,
                    $"{Verdicts.Label(p.A.Verdict)}, {Verdicts.Label(p.B.Verdict)}",
                    .. Ratio(p, ComparedValue.Throughput), .. Ratio(p, ComparedValue.Response),
                    .. hasDelay ? Ratio(p, ComparedValue.Delay) : [],
                ]),
            ]);

        TableColumn[] Columns(string name, string unit) =>
            [new($"{name} {names.One} ({unit})", true), new($"{name} {names.Other} ({unit})", true), new("Ratio", true)];
    }

    private static string[] Ratio(ComparedCells pair, ComparedValue by)
    {
        var (one, other, ratio) = (Median(pair.A), Median(pair.B), by.Ratio(pair.B, pair.A));
        return
        [
            Format.Median(one), Format.Median(other),
            by.Of(pair.A).Concat(by.Of(pair.B)).Any(v => v.IsLowerBound)
                ? Format.Ratio(Format.Number(ratio?.Median), other?.IsLowerBound == true, one?.IsLowerBound == true)
                : Format.WithInterval(ratio),
        ];

        Estimate? Median(Cell cell) => Estimates.Of([.. by.Of(cell).Select(v => (v.Value, v.IsLowerBound))], cell.Seed);
    }
}

/// <summary>Steps with the same load that are compared, and the store that a reader knows both by.</summary>
internal sealed record ComparedCells(string Store, Cell A, Cell B);
