namespace EventSourcingBench.Reporting.Building;

/// <summary>Every pair of stores of one durability tier at each load, the faster one first; and the store that ran twice.</summary>
internal static class DifferenceTable
{
    private const string Note =
        "The ratio of medians says how many times as fast the first one is. It is a difference where its whole interval lies beyond the "
        + "margin, and none where it lies within. The margin is the one asked for, or the noise where that is greater: how far the ratio "
        + "of the store that ran twice in each block is from 1, or with fewer than six trials how far that of any block is.";

    /// <summary>Nothing where no load was measured twice. Cells: those of repetitions too.</summary>
    public static IEnumerable<TableModel> Of(SuiteDefinition suite, IReadOnlyList<Cell> cells)
    {
        List<Pair> pairs = [.. Compared(suite, cells).SelectMany(c => Pairs(c.Steps, c.By))];
        return !pairs.Exists(p => p.Difference.Count > 1) ? [] :
        [
            TableRows.Of($"Differences in {suite.Name} ({Format.IntervalOf(pairs.Select(p => p.Difference.Count))})", pairs,
                [
                    new("Store", p => p.One.Name), new("Against", p => p.Other.Name), new("Load", p => p.One.Load.Label),
                    new("Durability", p => p.One.Tier), new("Measure", p => p.By.Name), new("Blocks", p => p.Difference.Count),
                    new("Times as fast", p => Format.Times(p.Difference.Ratio), numeric: true),
                    new("Margin", p => p.Other.RepeatOf is null ? Format.Margin(p.Difference.Margin) : Format.None, numeric: true),
                    new("Answer", p => p.Other.RepeatOf is null ? Format.Answer(p.Difference, p.One.Name, p.Other.Name)
                        : !double.IsFinite(p.Difference.Deviation) ? $"the same store twice: {Format.UnknownNoise}"
                        : $"the same store twice: noise of {Format.Margin(p.Difference.Deviation)}"),
                ], Note),
        ];
    }

    /// <summary>The steps of each load and tier that are compared with one another, and by what.</summary>
    public static IEnumerable<(List<Cell> Steps, ComparedValue By)> Compared(SuiteDefinition suite, IReadOnlyList<Cell> cells)
    {
        var comparedBy = RankingRules.ComparedBy(suite, cells);
        var failed = cells.Where(c => c.Verdict == VerdictState.Failed).Select(c => (c.Run, c.RepeatOf ?? c.Store)).ToHashSet();
        return from steps in cells.Where(c => c.Verdict == VerdictState.Passed && !failed.Contains((c.Run, c.RepeatOf ?? c.Store)))
                   .GroupBy(c => (c.Run, c.Load, c.Tier, Part: suite.Apart?.Of(c)))
               orderby steps.Key.Run, steps.Key.Load.Order, Tier.Order(steps.Key.Tier)
               let compared = comparedBy(steps.First())
               where compared is not null
               select (steps.ToList(), compared);
    }

    private static IEnumerable<Pair> Pairs(List<Cell> steps, ComparedValue compared) =>
        from i in Enumerable.Range(0, steps.Count)
        from j in Enumerable.Range(i + 1, steps.Count - i - 1)
        let a = steps[i]
        let b = steps[j]
        where a.RepeatOf is null ? b.RepeatOf is null || b.RepeatOf == a.Store : b.Store == a.RepeatOf
        let there = compared.Between(a, b)
        where there is not null
        orderby b.RepeatOf is not null || a.RepeatOf is not null
        let isFirst = b.RepeatOf is not null || (a.RepeatOf is null && there.Ratio.Median >= 1)
        select isFirst ? new Pair(a, b, compared, there) : new Pair(b, a, compared, compared.Between(b, a)!);

    private sealed record Pair(Cell One, Cell Other, ComparedValue By, Difference Difference);
}
