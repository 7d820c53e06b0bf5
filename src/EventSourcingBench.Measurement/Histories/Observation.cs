namespace EventSourcingBench.Measurement.Histories;

/// <summary>An event as a read or a delivery during the load showed it: 16 bytes.</summary>
/// <param name="Number">The number of the event; -1 for one that this step did not send.</param>
/// <param name="Version">Its version in its stream, or its position in a store without streams; at most 2^32 - 1 are kept.</param>
/// <param name="Fold">Its <see cref="ContentHash"/>, folded by <see cref="FoldOf"/>.</param>
public readonly record struct Observation(long Number, uint Version, uint Fold)
{
    /// <summary>A hash in 32 bits.</summary>
    /// <param name="hash">A <see cref="ContentHash"/>.</param>
    public static uint FoldOf(ulong hash) => (uint)(hash ^ (hash >> 32));
}
