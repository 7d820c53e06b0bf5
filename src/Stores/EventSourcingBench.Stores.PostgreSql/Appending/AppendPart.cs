namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>The part of an append for one stream.</summary>
internal sealed class AppendPart(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
{
    public string Stream { get; } = stream.Value;

    public ExpectedVersion Expected { get; } = expected;

    public IReadOnlyList<EventData> Events { get; } = events;

    /// <summary>The stream's version before this append, as known to the lane.</summary>
    public long Base { get; set; }
}
