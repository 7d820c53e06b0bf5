namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append that waits for its commit. Its rows share one statement with all appends of the commit.</summary>
/// <param name="parts">One part per stream, in call order.</param>
internal sealed class PendingAppend(IReadOnlyList<AppendPart> parts) : LaneWork<MultiStreamResult>
{
    public IReadOnlyList<AppendPart> Parts => parts;
}

internal sealed class AppendPart(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
{
    public string Stream { get; } = stream.Value;

    public ExpectedVersion Expected => expected;

    public IReadOnlyList<EventData> Events => events;

    /// <summary>The stream's version before this append, as known to the lane.</summary>
    public long Base { get; set; }

    /// <summary>What the server answered, before its commit.</summary>
    public Appended? Done { get; set; }

    /// <summary>The result of an append whose part does not have the expected version.</summary>
    public NoneAppended Refused(long version) => new(stream, new WrongExpectedVersion(expected, version));
}
