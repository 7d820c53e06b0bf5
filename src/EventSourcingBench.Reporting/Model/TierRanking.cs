namespace EventSourcingBench.Reporting.Model;

/// <summary>The ranking of the stores of one suite that give the same promise.</summary>
public sealed record TierRanking
{
    /// <summary>Which run, from 0.</summary>
    public required int Run { get; init; }

    /// <summary>The tier: <c>fsync</c>.</summary>
    public required string Tier { get; init; }

    /// <summary>What the tier's acknowledgement is worth.</summary>
    public required string TierMeaning { get; init; }

    /// <summary>The part of the load that is ranked by itself, such as the order of requests: <c>concurrent</c>; null where there is
    /// one.</summary>
    public string? Order { get; init; }

    /// <summary>What they are ranked by, in a few words.</summary>
    public required string Measure { get; init; }

    /// <summary>The rule in one sentence.</summary>
    public required string Rule { get; init; }

    /// <summary>The stores, best first; at least one.</summary>
    public required IReadOnlyList<RankingEntry> Entries { get; init; }

    /// <summary>The answer in one sentence.</summary>
    public required IReadOnlyList<TextRun> Answer { get; init; }

    /// <summary>What takes from the answer, a sentence each; may be none.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }

    /// <summary>The entries as a table.</summary>
    public required TableModel Table { get; init; }
}

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
