namespace EventSourcingBench.Reporting.Sections;

/// <summary>What a section comes to.</summary>
internal sealed record Drawn
{
    /// <summary>The charts of the steps of one model of load.</summary>
    public Func<IReadOnlyList<Cell>, IEnumerable<Chart>> Charts { get; init; } = _ => [];

    /// <summary>What is read before the charts.</summary>
    public Func<IReadOnlyList<Cell>, IReadOnlyList<RunFolder>, IEnumerable<TableModel>> Findings { get; init; } = (_, _) => [];

    /// <summary>The tables between the parameters and the outcomes.</summary>
    public Func<IReadOnlyList<Cell>, IEnumerable<TableModel>> Tables { get; init; } = _ => [];

    /// <summary>What stands in <c>report.md</c> in place of longer tables of the same.</summary>
    public Func<IReadOnlyList<Cell>, TableModel?> Summary { get; init; } = _ => null;
}
