namespace EventSourcingBench.Reporting.Building;

internal static class ComparisonBuilder
{
    private static readonly (string One, string Other) Profiles = ("conventional", "tuned");

    public static IReadOnlyList<TableModel> Build(IReadOnlyList<RunFolder> runs, IReadOnlyList<SuiteModel> suites) =>
        Enumerable.Range(1, runs.Count - 1)
            .SelectMany(later => suites.Where(s => s.Compared is not null).Select(suite => Build(later, runs, suite)))
            .Where(table => table.Rows.Count > 0).ToList();

    private static TableModel Build(int later, IReadOnlyList<RunFolder> runs, SuiteModel suite)
    {
        var (one, other) = (Letters.Of(0, runs.Count), Letters.Of(later, runs.Count));
        return Table($"{suite.Name}, run {other} against run {one}: ratios of medians", (one, other),
            [
                .. from a in suite.Cells.Where(c => c.Run == 0)
                   join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
                   select new ComparedCells(a.Store, a, b),
            ], suite.Compared!);
    }

    /// <summary>What the profile <c>tuned</c> of each store gains over <c>conventional</c>, load by load.</summary>
    public static TableModel Gains(SuiteDefinition suite, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var pairs = runs.Index().SelectMany(r => Pairs(r.Item.Run, [.. cells.Where(c => c.Run == r.Index)])
            .Select(p => p with { Store = Letters.StoreName(p.Store, r.Index, runs.Count) })).ToList();
        var unequal = pairs.Where(p => p.A.Tier != p.B.Tier).Select(p => p.Store).Distinct(StringComparer.Ordinal).ToList();
        var gains = pairs.Where(p => p is { A.Verdict: VerdictState.Passed, B.Verdict: VerdictState.Passed, A.Throughput.Median: > 0 })
            .Where(p => !unequal.Contains(p.Store)).GroupBy(p => p.Store, StringComparer.Ordinal)
            .Select(g => $"{g.Key} {Range([.. g.Select(Gain).Order()])}").ToList();
        return Table("What tuning gains: ratios of medians", Profiles, pairs, RankingRules.Comparing(suite, cells)) with
        {
            Note = (unequal.Count == 0 ? "Both profiles are equally durable."
                : $"Not equally durable, so that the ratio is not a gain: {string.Join(", ", unequal)}.")
                + " The page of each store has the settings with reasons and sources."
                + (gains.Count == 0 ? string.Empty
                    : $" Throughput of {Profiles.Other} over {Profiles.One}, least to greatest: {string.Join("; ", gains)}."),
        };
    }

    private static IEnumerable<ComparedCells> Pairs(RunRecord run, IReadOnlyList<Cell> cells) =>
        from one in run.Stores.Where(s => s.ProfileOf is not null)
        join other in run.Stores on one.ProfileOf equals other.ProfileOf
        where (one.Profile, other.Profile) == Profiles
        from a in cells
        join b in cells on a.Load equals b.Load
        where a.Store == one.Name && b.Store == other.Name
        select new ComparedCells(one.ProfileOf!, a, b);

    private static double Gain(ComparedCells pair) => pair.B.Throughput.Median / pair.A.Throughput.Median;

    private static string Range(List<double> sorted) => sorted.Count == 1 ? $"{Format.Number(sorted[0])} times"
        : $"{Format.Number(sorted[0])} to {Format.Number(sorted[^1])} times";

    /// <summary>Pairs of steps side by side, with the names of the two sides in the columns' heads.</summary>
    private static TableModel Table(
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
        var (one, other, ratio) = (by.Median(pair.A), by.Median(pair.B), by.Ratio(pair.B, pair.A));
        return
        [
            Format.Median(one), Format.Median(other),
            by.Of(pair.A).Concat(by.Of(pair.B)).Any(v => v.IsLowerBound)
                ? Format.Ratio(Format.Number(ratio?.Median), other?.IsLowerBound == true, one?.IsLowerBound == true)
                : Format.WithInterval(ratio),
        ];
    }
}

/// <summary>Steps with the same load that are compared, and the store that a reader knows both by.</summary>
internal sealed record ComparedCells(string Store, Cell A, Cell B);
