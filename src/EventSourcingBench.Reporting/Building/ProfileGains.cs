namespace EventSourcingBench.Reporting.Building;

/// <summary>What the profile <c>tuned</c> of each store gains over <c>conventional</c>, load by load.</summary>
internal static class ProfileGains
{
    private static readonly (string One, string Other) Profiles = ("conventional", "tuned");

    public static TableModel Table(SuiteDefinition suite, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var pairs = runs.Index().SelectMany(r => Pairs(r.Item.Run, [.. cells.Where(c => c.Run == r.Index)])
            .Select(p => p with { Store = Letters.StoreName(p.Store, r.Index, runs.Count) })).ToList();
        var unequal = pairs.Where(p => p.A.Tier != p.B.Tier).Select(p => p.Store).Distinct(StringComparer.Ordinal).ToList();
        var gains = pairs.Where(p => p is { A.Verdict: VerdictState.Passed, B.Verdict: VerdictState.Passed, A.Throughput.Median: > 0 })
            .Where(p => !unequal.Contains(p.Store)).GroupBy(p => p.Store, StringComparer.Ordinal)
            .Select(g => $"{g.Key} {Range([.. g.Select(Gain).Order()])}").ToList();
        return ComparisonBuilder.Table(
            "What tuning gains: ratios of medians", Profiles, pairs, RankingRules.Comparing(suite, cells)) with
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
}
