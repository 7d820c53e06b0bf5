using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What an append brings to one stream.</summary>
internal sealed class AppendPart(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
{
    public string Stream { get; } = stream.Value;

    public ExpectedVersion Expected { get; } = expected;

    public IReadOnlyList<EventData> Events { get; } = events;

    /// <summary>The stream's version before this append, as the lane believes it.</summary>
    public long Base { get; set; }
}
