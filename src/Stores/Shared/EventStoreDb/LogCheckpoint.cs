namespace EventSourcingBench.Stores.Shared;

/// <summary>Checkpoints with the commit and prepare positions of the last event seen: <c>commit/prepare</c>.</summary>
internal static class LogCheckpoint
{
    public static Checkpoint At(Position position) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{position.CommitPosition}/{position.PreparePosition}"));

    /// <summary>The position to subscribe from.</summary>
    /// <exception cref="FormatException">It is not a checkpoint of this store.</exception>
    public static FromAll Parse(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
        {
            return FromAll.Start;
        }

        var parts = checkpoint.Value!.Split('/');
        return parts.Length == 2
            && ulong.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var commit)
            && ulong.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var prepare)
            && prepare <= commit
            ? FromAll.After(new Position(commit, prepare))
            : throw new FormatException(
                $"'{checkpoint.Value}' is not a checkpoint of this store: it must be a commit and a prepare position, such as 4711/4711.");
    }
}
