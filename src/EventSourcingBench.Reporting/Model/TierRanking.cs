namespace EventSourcingBench.Reporting.Model;

/// <summary>The ranking of the stores of one suite that give the same promise.</summary>
/// <param name="Run">Which run, from 0.</param>
/// <param name="Tier">The tier: <c>fsync</c>.</param>
/// <param name="Order">The part of the load that is ranked by itself, such as the order of requests; null where there is one.</param>
/// <param name="Measure">What they are ranked by, in a few words.</param>
/// <param name="Rule">The rule in one sentence.</param>
/// <param name="Entries">The stores, best first; at least one.</param>
/// <param name="Answer">The answer in one sentence.</param>
/// <param name="Caveats">What takes from the answer, a sentence each; may be none.</param>
/// <param name="Table">The entries as a table.</param>
public sealed record TierRanking(
    int Run, string Tier, string? Order, string Measure, string Rule, IReadOnlyList<RankingEntry> Entries, IReadOnlyList<TextRun> Answer,
    IReadOnlyList<string> Caveats, TableModel Table);

/// <summary>A store's place.</summary>
/// <param name="Rank">From 1.</param>
/// <param name="Cell">The step that it is ranked by.</param>
/// <param name="Measured">The value that it is ranked by.</param>
/// <param name="Sustained">In the open model: whether the store kept the rate. Else true.</param>
/// <param name="OverlapsNext">Whether the interval overlaps with the next store's, so that their order is not certain.</param>
public sealed record RankingEntry(int Rank, Cell Cell, Estimate Measured, bool Sustained, bool OverlapsNext)
{
    /// <summary>The store.</summary>
    public string Store => Cell.Store;
}

/// <summary>A store that was run and is not ranked.</summary>
/// <param name="Run">Which run, from 0.</param>
/// <param name="Store">The store.</param>
/// <param name="Tier">Its durability tier.</param>
/// <param name="Verdict">Its worst verdict in the suite.</param>
/// <param name="Reason">Why it is not ranked: the verdict's own text, or what is missing.</param>
/// <param name="Where">The step that said so (<c>8 copies, trial 2</c>) and how many others; empty where it is all of them.</param>
/// <param name="Examples">Examples of what was found.</param>
public sealed record UnrankedStore(
    int Run, string Store, string Tier, VerdictState Verdict, string Reason, string Where, IReadOnlyList<string> Examples);
