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
        List<Pair> pairs =
        [
            .. from a in suite.Cells.Where(c => c.Run == 0)
               join b in suite.Cells.Where(c => c.Run == later) on (a.Store, a.Load) equals (b.Store, b.Load)
               select new Pair(a.Store, a, b),
        ];
        var differs = RunComparison.Between(
            ComparableRun.Of(runs[0]), ComparableRun.Of(runs[later]),
            pairs.Select(p => p.Store).Append(suite.Name).Append(string.Empty).ToHashSet(StringComparer.Ordinal));
        var whyNot = RunComparison.WhyNot(differs);
        return Table($"{suite.Name}, run {other} against run {one}: ratios of medians", (one, other), pairs,
            whyNot is null ? suite.Compared! : (_, _) => null) with
        {
            Note = differs.Count == 0 ? string.Empty
                : $"What differs, {one} → {other}: {string.Join("; ", differs.Select(d => d.Text))}. {whyNot}".TrimEnd(),
        };
    }

    /// <summary>What the profile <c>tuned</c> of each store gains over <c>conventional</c>, load by load.</summary>
    public static TableModel Gains(SuiteDefinition suite, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var pairs = runs.Index().SelectMany(r => Pairs(r.Item.Run, [.. cells.Where(c => c.Run == r.Index)])
            .Select(p => p with { Store = Letters.StoreName(p.Store, r.Index, runs.Count) })).ToList();
        var unequal = pairs.Where(p => p.A.Tier != p.B.Tier).Select(p => p.Store).Distinct(StringComparer.Ordinal).ToList();
        var gains = pairs.Where(p => p is { A.Verdict: VerdictState.Passed, B.Verdict: VerdictState.Passed, A.Throughput.Median: > 0 })
            .Where(p => !unequal.Contains(p.Store) && !p.A.Load.IsOpen).GroupBy(p => p.Store, StringComparer.Ordinal)
            .Select(g => $"{g.Key} {Range([.. g.Select(p => p.B.Throughput.Median / p.A.Throughput.Median).Order()])}").ToList();
        return Table("What tuning gains: ratios of medians", Profiles, pairs, RankingRules.Comparing(suite, cells)) with
        {
            Note = (unequal.Count == 0 ? "Both profiles are equally durable."
                : $"Not equally durable, so that the ratio is not a gain: {string.Join(", ", unequal)}.")
                + " The page of each store has the settings with reasons and sources."
                + (gains.Count == 0 ? string.Empty
                    : $" Throughput of {Profiles.Other} over {Profiles.One}, least to greatest: {string.Join("; ", gains)}."),
        };
    }

    private static IEnumerable<Pair> Pairs(RunRecord run, IReadOnlyList<Cell> cells) =>
        from one in run.Stores.Where(s => s.ProfileOf is not null)
        join other in run.Stores on one.ProfileOf equals other.ProfileOf
        where (one.Profile, other.Profile) == Profiles
        from a in cells
        join b in cells on a.Load equals b.Load
        where a.Store == one.Name && b.Store == other.Name
        select new Pair(one.ProfileOf!, a, b);

    private static string Range(List<double> sorted) =>
        Format.Number(sorted[0]) + (sorted.Count == 1 ? " times" : $" to {Format.Number(sorted[^1])} times");

    /// <summary>Pairs of steps side by side, with the names of the two sides in the columns' heads.</summary>
    private static TableModel Table(
        string caption, (string One, string Other) names, IReadOnlyList<Pair> pairs, Func<Cell, Cell, Difference?> compare)
    {
        return TableRows.Of(
            $"{caption} ({Format.IntervalOf(pairs.SelectMany(p => new[] { p.A.Rates.Count, p.B.Rates.Count }))}); 1 is no change", pairs,
            [
                new("Store", p => p.Store), new("Load", p => p.A.Load.Label),
                new("Answer", p => p is { A.Verdict: VerdictState.Passed, B.Verdict: VerdictState.Passed }
                    ? Format.Answer(compare(p.B, p.A), names.Other, names.One) : Format.None),
                new("Verdicts", p => $"{Verdicts.Label(p.A.Verdict)}, {Verdicts.Label(p.B.Verdict)}"),
                .. Columns("Throughput", "/s", ComparedValue.Throughput), .. Columns("Response p99", "ms", ComparedValue.Response),
                .. pairs.Any(p => (p.A.Delay ?? p.B.Delay) is not null) ? Columns("Delay p99", "ms", ComparedValue.Delay) : [],
            ]);

        Column<Pair>[] Columns(string name, string unit, ComparedValue by) =>
        [
            new($"{name} {names.One} ({unit})", p => Format.Median(by.Median(p.A)), numeric: true),
            new($"{name} {names.Other} ({unit})", p => Format.Median(by.Median(p.B)), numeric: true),
            new("Ratio", p => Ratio(p, by), numeric: true),
        ];
    }

    private static string Ratio(Pair pair, ComparedValue by)
    {
        var ratio = by.Ratio(pair.B, pair.A);
        return by.Of(pair.A).Concat(by.Of(pair.B)).Any(v => v.IsLowerBound)
            ? Format.Ratio(Format.Number(ratio?.Median), by.Median(pair.B)?.IsLowerBound == true, by.Median(pair.A)?.IsLowerBound == true)
            : Format.WithInterval(ratio);
    }

    /// <summary>Steps with the same load that are compared, and the store that a reader knows both by.</summary>
    private sealed record Pair(string Store, Cell A, Cell B);
}
