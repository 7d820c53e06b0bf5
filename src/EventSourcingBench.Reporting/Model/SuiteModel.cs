namespace EventSourcingBench.Reporting.Model;

/// <summary>One suite over all runs of the report, or one class of microbenchmarks, which is not ranked. The question is empty where none
/// is known. Tables are those without a chart: parameters, outcomes, errors, verdicts; all results of microbenchmarks.</summary>
public sealed record SuiteModel(string Name, string Question, IReadOnlyList<ChartModel> Charts, IReadOnlyList<TableModel> Tables)
{
    /// <summary>A table with more rows than this is summed up in <c>report.md</c> where there is a <see cref="Summary"/>.</summary>
    public const int MostRows = 30;

    /// <summary>What was computed and is read before the charts: fits, predictions, published results beside ours.</summary>
    public IReadOnlyList<TableModel> Findings { get; init; } = [];

    /// <summary>What was measured, by run, store and load.</summary>
    public IReadOnlyList<Cell> Cells { get; init; } = [];

    /// <summary>The rankings: by run, strongest durability first.</summary>
    public IReadOnlyList<TierRanking> Rankings { get; init; } = [];

    /// <summary>The stores that are not ranked.</summary>
    public IReadOnlyList<UnrankedStore> Unranked { get; init; } = [];

    /// <summary>The terms that the section on method explains, with their texts in HTML.</summary>
    public IReadOnlyDictionary<string, string> Terms { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The verdicts that did not pass, which <c>report.md</c> shows in place of all; null where all passed.</summary>
    public TableModel? NotPassed { get; init; }

    /// <summary>What stands in <c>report.md</c> in place of longer tables; null where those are short enough to be read there.</summary>
    public TableModel? Summary { get; init; }

    /// <summary>The rates of a trial that two runs are compared by; null where runs are not compared.</summary>
    internal Func<StepRecord, IEnumerable<double>>? Compared { get; init; }
}
