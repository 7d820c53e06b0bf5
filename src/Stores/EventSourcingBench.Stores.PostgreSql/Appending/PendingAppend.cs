namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append that waits for its commit. Its rows share one statement with all appends of the commit.</summary>
/// <param name="Parts">One part per stream, in call order.</param>
internal sealed record PendingAppend(IReadOnlyList<AppendPart> Parts) : LaneWork<MultiStreamResult>
{
    public IEnumerable<EventData> Events => Parts.SelectMany(p => p.Events);

    public void Succeed() => Result = new AllAppended([.. Parts.Select(p => p.Done!)]);
}

internal sealed record AppendPart(StreamId Id, ExpectedVersion Expected, IReadOnlyList<EventData> Events)
{
    public string Stream => Id.Value;

    /// <summary>The stream's version before this append, as known to the lane.</summary>
    public long Base { get; set; }

    /// <summary>What the server answered, before its commit.</summary>
    public Appended? Done { get; set; }
}
