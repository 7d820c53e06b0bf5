namespace EventSourcingBench.Reporting.Model;

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
