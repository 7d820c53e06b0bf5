namespace EventSourcingBench.Reporting.Model;

/// <summary>One suite over all runs of the report, or one class of microbenchmarks, which is not ranked. The question is empty where none
/// is known. Tables are those without a chart: parameters, outcomes, errors, verdicts; all results of microbenchmarks. Findings were
/// computed and are read before the charts: fits, predictions, published results beside ours. <c>NotPassed</c>: the verdicts that did not
/// pass, which <c>report.md</c> shows in place of all. <c>Summary</c>: what stands there in place of longer tables.</summary>
public sealed record SuiteModel(
    string Name, string Question, IReadOnlyList<ChartModel> Charts, IReadOnlyList<TableModel> Tables, IReadOnlyList<TableModel> Findings,
    TableModel? NotPassed = null, TableModel? Summary = null)
{
    /// <summary>A table with more rows than this is summed up in <c>report.md</c> where there is a <see cref="Summary"/>.</summary>
    internal const int MostRows = 30;

    /// <summary>What was measured, by run, store and load.</summary>
    internal IReadOnlyList<Cell> Cells { get; init; } = [];

    /// <summary>By run, strongest durability first.</summary>
    internal IReadOnlyList<TierRanking> Rankings { get; init; } = [];

    /// <summary>Which stores keep the bounds that were asked for; null where none was.</summary>
    internal TableModel? Bounds { get; init; }

    internal IReadOnlyList<UnrankedStore> Unranked { get; init; } = [];

    /// <summary>The terms that the section on method explains, with their texts in HTML.</summary>
    internal IReadOnlyDictionary<string, string> Terms { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>How two steps of a load compare; null where runs are not compared.</summary>
    internal Func<Cell, Cell, Difference?>? Compared { get; init; }
}

/// <summary>The ranking of the stores of one suite that give the same promise, best first: of a run (from 0), of a part of the loads (null:
/// there is one), by a measure and by a rule in one sentence, with the answer and what takes from it in sentences.</summary>
internal sealed record TierRanking(
    int Run, string Tier, string? Part, string Measure, string Rule, IReadOnlyList<RankingEntry> Entries, IReadOnlyList<TextRun> Answer,
    IReadOnlyList<string> Caveats, TableModel Table);

/// <summary>A store's place from 1, by the value that was measured of a step. Sustained is false where a rate was not kept. <c>Shared</c>:
/// the comparison with the first store of the same place, which did not tell the two apart; null for that one.</summary>
internal sealed record RankingEntry(int Rank, Cell Cell, Estimate Measured, bool Sustained, Difference? Shared)
{
    public string Store => Cell.Store;
}

/// <summary>A store that was run and is not ranked: its worst verdict in the suite, why (the verdict's own text, or what is missing), the
/// step that said so and how many others (empty where it is all of them), and examples of what was found.</summary>
internal sealed record UnrankedStore(
    int Run, string Store, string Tier, VerdictState Verdict, string Reason, string Where, IReadOnlyList<string> Examples);
