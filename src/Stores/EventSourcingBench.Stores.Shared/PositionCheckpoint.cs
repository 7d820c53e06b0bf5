namespace EventSourcingBench.Stores.Shared;

/// <summary>Checkpoints of stores with a single global position: that of the last event seen.</summary>
public static class PositionCheckpoint
{
    /// <summary>The checkpoint after the event at a position; the start for 0.</summary>
    public static Checkpoint At(long position) =>
        position == 0 ? Checkpoint.Start : new Checkpoint(position.ToString(CultureInfo.InvariantCulture));

    /// <summary>The position of a checkpoint; 0 for the start.</summary>
    /// <exception cref="FormatException">The checkpoint belongs to another kind of store.</exception>
    public static long Parse(Checkpoint checkpoint) => checkpoint.IsStart ? 0
        : long.TryParse(checkpoint.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var position) ? position
        : throw new FormatException($"'{checkpoint.Value}' is not a checkpoint of this store: it must be a position, such as 42.");
}
