namespace EventSourcingBench.Reporting;

/// <summary>Whether a run has enough blocks to say who is first.</summary>
public static class FirstPlaces
{
    /// <summary>Each load and tier of a suite at which the comparison of the fastest two stores is not decided, in words.</summary>
    public static IReadOnlyList<string> Undecided(RunFolder run, string suite) => SuiteDefinition.Of(suite, [run]).Draw(definition =>
        DifferenceTable.Compared(definition, CellBuilder.Build(definition, [run]))
            .Select(c => Undecided(c.Steps, c.By)).OfType<string>().ToList());

    private static string? Undecided(List<Cell> steps, ComparedValue by)
    {
        var fastest = steps.Where(c => c.RepeatOf is null).Select(c => (Cell: c, Values: by.Of(c).ToList())).Where(c => c.Values.Count > 0)
            .OrderBy(c => c.Values.Exists(v => v.IsLowerBound))
            .ThenBy(c => (by.IsTime ? 1 : -1) * Medians.Of(c.Values.Select(v => v.Value)))
            .Select(c => c.Cell).Take(2).ToList();
        // More blocks would not decide it where p99 is one value of them all, or a block had no success.
        return fastest is not [var first, var second]
            || by.Between(first, second) is not { IsOpen: true, IsOfAll: false, HasRatio: true } difference ? null
            : $"{first.Load.Label}, {first.Tier}: {first.Store} and {second.Store}"
                + (difference.More is { } more ? $" ({Format.More(more, "blocks")})" : "");
    }
}
