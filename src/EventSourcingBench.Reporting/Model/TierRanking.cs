namespace EventSourcingBench.Reporting.Model;

/// <summary>The ranking of the stores of one suite that give the same promise, best first: in a run (from 0), in an order of requests
/// (null: there is one), by a measure and by a rule in one sentence, with the answer and what takes from it in sentences.</summary>
public sealed record TierRanking(
    int Run, string Tier, string? Order, string Measure, string Rule, IReadOnlyList<RankingEntry> Entries, IReadOnlyList<TextRun> Answer,
    IReadOnlyList<string> Caveats, TableModel Table);

/// <summary>A store's place from 1, by the value that was measured of a step. Sustained is false where a rate was not kept; the interval
/// may overlap with the next store's, so that their order is not certain.</summary>
public sealed record RankingEntry(int Rank, Cell Cell, Estimate Measured, bool Sustained, bool OverlapsNext)
{
    /// <summary>The store.</summary>
    public string Store => Cell.Store;
}

/// <summary>A store that was run and is not ranked: its worst verdict in the suite, why (the verdict's own text, or what is missing), the
/// step that said so and how many others (empty where it is all of them), and examples of what was found.</summary>
public sealed record UnrankedStore(
    int Run, string Store, string Tier, VerdictState Verdict, string Reason, string Where, IReadOnlyList<string> Examples);
