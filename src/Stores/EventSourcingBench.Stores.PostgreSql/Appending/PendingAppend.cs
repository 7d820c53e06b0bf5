namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append that waits for its commit. Its rows share one statement with all appends of the commit.</summary>
/// <param name="parts">One part per stream, in call order.</param>
internal sealed class PendingAppend(IReadOnlyList<AppendPart> parts) : LaneWork<MultiStreamResult>
{
    public IReadOnlyList<AppendPart> Parts => parts;

    public IEnumerable<EventData> Events => parts.SelectMany(p => p.Events);

    public void Succeed() => Result = new AllAppended([.. parts.Select(p => p.Done!)]);
}

internal sealed record AppendPart(StreamId Id, ExpectedVersion Expected, IReadOnlyList<EventData> Events)
{
    public string Stream => Id.Value;

    /// <summary>The stream's version before this append, as known to the lane.</summary>
    public long Base { get; set; }

    /// <summary>What the server answered, before its commit.</summary>
    public Appended? Done { get; set; }
}
