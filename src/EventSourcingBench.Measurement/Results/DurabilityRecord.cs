namespace EventSourcingBench.Measurement.Results;

/// <summary>What an acknowledgement is worth.</summary>
/// <param name="Tier"><c>volatile</c>, <c>buffered</c>, <c>fsync</c> or <c>replicated</c>.</param>
/// <param name="Reason">Why it is that tier.</param>
public sealed record DurabilityRecord(string Tier, string Reason)
{
    private static readonly string[] WeakestFirst = ["volatile", "buffered", "fsync", "replicated"];

    /// <summary>Whether this tier promises less than another; a tier with an unknown name promises least.</summary>
    /// <param name="tier">The other.</param>
    public bool IsWeakerThan(string tier) => Array.IndexOf(WeakestFirst, Tier) < Array.IndexOf(WeakestFirst, tier);
}
