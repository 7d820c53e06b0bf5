namespace EventSourcingBench.Reporting.Model;

/// <summary>One suite over all runs of the report.</summary>
public sealed record SuiteModel
{
    /// <summary>A table with more rows than this is summed up in <c>report.md</c> where there is a <see cref="Summary"/>.</summary>
    public const int MostRows = 30;

    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>The question that it answers.</summary>
    public required string Question { get; init; }

    /// <summary>What was measured, by run, store and load.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }

    /// <summary>The rankings: by run, strongest durability first.</summary>
    public required IReadOnlyList<TierRanking> Rankings { get; init; }

    /// <summary>The stores that are not ranked.</summary>
    public required IReadOnlyList<UnrankedStore> Unranked { get; init; }

    /// <summary>The rates of a trial that two runs are compared by; null where runs are not compared.</summary>
    internal Func<StepRecord, IEnumerable<double>>? Compared { get; init; }

    /// <summary>The terms that the section on method explains, with their texts in HTML.</summary>
    public IReadOnlyDictionary<string, string> Terms { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>What stands in <c>report.md</c> in place of longer tables of the same; null where those are short enough to be read
    /// there.</summary>
    public TableModel? Summary { get; init; }

    /// <summary>The charts, each with its table.</summary>
    public required IReadOnlyList<ChartModel> Charts { get; init; }

    /// <summary>What was computed from the numbers and is read before the charts: fits, predictions, published results beside
    /// ours.</summary>
    public IReadOnlyList<TableModel> Findings { get; init; } = [];

    /// <summary>The verdicts that did not pass, which <c>report.md</c> shows in place of all; no rows where all passed.</summary>
    public required TableModel NotPassed { get; init; }

    /// <summary>The other tables: parameters, outcomes, errors, verdicts.</summary>
    public required IReadOnlyList<TableModel> Tables { get; init; }
}
