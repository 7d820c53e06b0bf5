namespace EventSourcingBench.Reporting.Building;

/// <summary>Ranks only steps whose verdict passed, no store that failed anywhere in the suite, each durability tier by itself. Stores that
/// the comparison does not tell apart share a place.</summary>
internal static class RankingBuilder
{
    public static (IReadOnlyList<TierRanking> Rankings, IReadOnlyList<UnrankedStore> Unranked) Build(
        SuiteDefinition suite, IReadOnlyList<Cell> cells, int runs)
    {
        var rankings = new List<TierRanking>();
        var unranked = new List<UnrankedStore>();
        var apart = suite.Apart ?? Axis.Fill;
        foreach (var run in cells.GroupBy(c => c.Run))
        {
            var rule = RankingRules.For(suite, [.. run]) ?? throw new FormatException("No ranking applies.");
            // What differs in the axis that the suite names is another load, and not ranked together.
            var parts = apart.Values(run) is { Count: > 1 } several ? several.ToList() : [];
            // In none of its ways of use.
            var failed = run.Where(c => c.Verdict == VerdictState.Failed).DistinctBy(c => c.Owner, StringComparer.Ordinal)
                .ToDictionary(c => c.Owner, c => c.RepeatOf ?? c.Store, StringComparer.Ordinal);
            foreach (var tier in run.GroupBy(c => (c.Tier, Part: parts.Count == 0 ? null : apart.Of(c)))
                .OrderBy(g => Tier.Order(g.Key.Tier)).ThenBy(g => parts.IndexOf(g.Key.Part ?? string.Empty)))
            {
                // What a store was under another name, it was.
                var reasons = tier.GroupBy(c => c.RepeatOf ?? c.Store, StringComparer.Ordinal)
                    .ToDictionary(
                        g => g.Key,
                        g => Explain([.. g], rule) ?? (failed.GetValueOrDefault(g.First().Owner) is { } other && other != g.Key
                            ? NotThere(g.First(), $"{other} {Verdicts.Label(VerdictState.Failed)}") : null),
                        StringComparer.Ordinal);
                unranked.AddRange(reasons.Values.OfType<UnrankedStore>());
                var candidates = tier.Where(c => c.RepeatOf is null && reasons[c.Store] is null && !failed.ContainsKey(c.Owner))
                    .Where(c => MayRank(c, rule)).ToList();
                if (candidates.Count == 0)
                    continue;

                var place = rule.At(candidates);
                if (Rank(candidates, place, unranked) is not { Count: > 0 } entries)
                    continue;

                var caption = $"Ranking of {suite.Name}, {tier.Key.Tier}{(tier.Key.Part is { } part ? $", {part}" : string.Empty)}"
                    + (runs == 1 ? string.Empty : $", run {Letters.Of(run.Key, runs)}");
                rankings.Add(new TierRanking(
                    run.Key, tier.Key.Tier, tier.Key.Part, rule.Measure, place.Say(place.Ranking.Text), entries,
                    Answer(tier.Key.Tier, tier.Key.Part, place, entries), Caveats(entries), Table(caption, place, entries)));
            }
        }

        return (rankings, unranked);
    }

    private static List<RankingEntry> Rank(List<Cell> candidates, RankingPlace place, List<UnrankedStore> unranked)
    {
        var order = place.Order ?? (c => place.Measured(c).Median);
        var there = candidates.Where(c => place.Has?.Invoke(c) != false).GroupBy(c => c.Store, StringComparer.Ordinal)
            .Select(s => s.MinBy(place.BestOrder ?? order)!).OrderBy(order).ThenBy(c => c.Store, StringComparer.Ordinal).ToList();
        unranked.AddRange(candidates.ExceptBy(there.Select(c => c.Store), c => c.Store).DistinctBy(c => c.Store)
            .Select(c => NotThere(c, place.Say(place.Ranking.Lacks))));
        var best = there.FindAll(c => place.By.Missing is null || place.By.Of(c).Any());
        unranked.AddRange(there.Except(best).Select(c => NotThere(c, $"at {c.Load.Label}, {place.By.Missing}")));
        var entries = new List<RankingEntry>();
        foreach (var (i, cell) in best.Index())
        {
            // A tie is not transitive: one of the place may be faster where the first of it is not.
            var tied = entries.FindAll(e => e.Rank == entries[^1].Rank);
            var shared = tied.Count == 0 || tied.Exists(e => IsBefore(e.Cell, cell)) ? null : place.By.Between(tied[0].Cell, cell);
            entries.Add(new RankingEntry(
                shared is null ? i + 1 : tied[0].Rank, cell, place.Measured(cell), place.Sustained?.Invoke(cell) != false, shared));
        }

        return entries;

        bool IsBefore(Cell a, Cell b) => place.By.Between(a, b) is not { Decision: not Decision.Greater } difference
            || (difference is not { Count: 1, IsOfAll: false } && place.MayTie?.Invoke(a, b) == false);
    }

    /// <summary>One sentence of at most 25 words: the store, the figure, the condition; or which stores could not be ranked.</summary>
    private static IReadOnlyList<TextRun> Answer(string tier, string? part, RankingPlace place, List<RankingEntry> entries)
    {
        var best = entries[0].Cell;
        var texts = TextsOf(best);
        var stores = entries.DistinctBy(e => e.Cell.ProfileOf ?? e.Store).Count();
        // The name of a store that was used in several ways says the part of the load already.
        var within = part is null || best.Store.Contains(part, StringComparison.Ordinal) ? string.Empty : $" ({part})";
        List<RankingEntry> tied = [.. entries.TakeWhile(e => e.Rank == 1)];
        if (tied is [_, { Shared.Count: > 1 }, ..])
        {
            return
            [
                new(tied[1].Shared!.Decision == Decision.Less ? "No order shown between " : "No difference shown between "),
                new(best.Store, Strong: true), new(" and "), new(tied[1].Store, Strong: true),
                new((tied.Count > 2 ? $" and {tied.Count - 2} more" : string.Empty)
                    + $", first of {entries.Count} ranked as {tier}{within}: "),
                new(place.Say(texts.Figure, best), Strong: true), new(" and "),
                new(place.Say(TextsOf(tied[1].Cell).Figure, tied[1].Cell), Strong: true), new("."),
            ];
        }

        return
        [
            new(tied.Count == 1 ? string.Empty : $"{Format.Capital(Format.OneValue(tied[1].Shared!))}, undecided: "),
            new(best.Store, Strong: true),
            new(entries.Count == 1 ? $", the only {tier} store that is ranked{within}, {texts.Only} "
                : stores == 1 ? $" {texts.Best} of {entries.Count} profiles of one {tier} store{within}: "
                : $" {texts.Best} of {stores} {tier} stores{within}: "),
            new(place.Say(texts.Figure, best), Strong: true),
            new(place.Say(texts.Condition, best) + new RowValues(place.Suite, best).Filled(texts.Tail) + "."),
        ];

        ReportRanking TextsOf(Cell cell) => place.Texts?.Invoke(cell) ?? place.Ranking;
    }

    private static IReadOnlyList<string> Caveats(List<RankingEntry> entries) =>
    [
        .. new[]
        {
            entries[0].Cell.Totals.Failed == 0 ? null
                : $"{TableRows.Failed.Text(entries[0].Cell)} of the requests of {entries[0].Store} failed there.",
            entries is not [_, { Shared.More: { } more }, ..] ? null
                : $"To tell {entries[0].Store} and {entries[1].Store} apart, or to show no difference, would take "
                    + $"{Format.More(more, "blocks")}.",
            !entries[0].Cell.ClientBound ? null : "The load generator was the limit there: the store may do more.",
        }.OfType<string>(),
    ];

    private static TableModel Table(string caption, RankingPlace place, List<RankingEntry> entries)
    {
        var remarks = entries.ToDictionary(e => e, e => string.Join("; ", Remarks(e, entries).Concat(place.Remarks(e.Cell))));
        return TableRows.Of(caption, entries,
            [
                new("Rank", e => e.Rank), new("Store", e => e.Store),
                .. (place.Columns ?? SectionBuilder.Columns(place.Suite, place.Ranking.Columns))
                    .Select(c => new Column<RankingEntry>(c.Head, e => c.Text(e.Cell))),
                .. remarks.Values.Any(r => r.Length > 0) ? (Column<RankingEntry>[])[new("Remarks", e => remarks[e])] : [],
            ]) with
        { HeadColumn = 1 };
    }

    private static IEnumerable<string> Remarks(RankingEntry entry, List<RankingEntry> all) => new[]
    {
        entry.Sustained ? null : "did not keep the rate",
        entry.Cell.ClientBound ? $"client-bound: {Format.Percent(entry.Cell.ShareOfCeiling)} of the no-op ceiling" : null,
        entry.Shared is not { Count: > 1 } shared ? null
            : (shared.Decision == Decision.Less ? "no order shown against " : "no difference shown from ")
                + all.Find(e => e.Rank == entry.Rank)!.Store,
        entry.Cell.Trials.Any(t => t.Interrupted) ? "interrupted" : null,
    }.OfType<string>();

    private static bool MayRank(Cell cell, RankingRule rule) => cell.Verdict == VerdictState.Passed && rule.May(cell);

    /// <summary>A store whose verdict passed and that was not measured where the others are compared.</summary>
    private static UnrankedStore NotThere(Cell cell, string reason) =>
        new(cell.Run, cell.Store, cell.Tier, cell.Verdict, "not ranked: " + reason, string.Empty, []);

    private static UnrankedStore? Explain(IReadOnlyList<Cell> cells, RankingRule rule) =>
        FromVerdict(cells, VerdictState.Failed) is { } failed ? failed : cells.Any(c => MayRank(c, rule)) ? null
        : FromVerdict(cells, VerdictState.NotVerified) ?? NotThere(cells[0], rule.Missing(cells));

    private static UnrankedStore? FromVerdict(IReadOnlyList<Cell> cells, VerdictState state)
    {
        var found = cells.SelectMany(c => c.Trials, (c, t) => (c.Load, Trial: t))
            .Where(f => Verdicts.StateOf(f.Trial.Verdict) == state).ToList();
        if (found.Count == 0)
            return null;

        // The step that lost most says most, else the one of which most was found.
        var (load, trial) = found.MaxBy(f => (f.Trial.Verdict[FindingKind.Lost], f.Trial.Verdict.Total, -f.Trial.Number));
        var all = cells.Sum(c => c.Trials.Count);
        var where = $"{load.Label}, trial {trial.Trial}; {found.Count} of {all} steps {Verdicts.Label(state)}";
        return new(cells[0].Run, cells[0].Store, cells[0].Tier, state, trial.Verdict.Text, where, trial.Verdict.Examples);
    }
}
