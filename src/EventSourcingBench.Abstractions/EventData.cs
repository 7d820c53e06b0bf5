namespace EventSourcingBench.Abstractions;

/// <param name="Id">Unique in the store; a retry sends the same. <see cref="Guid.CreateVersion7()"/> keeps indexes on it local.</param>
/// <param name="Type">The name of the event's type, 1 to 100 characters.</param>
/// <param name="Data">The event, as UTF-8 JSON. The store keeps the bytes' meaning; it may not look into them.</param>
public sealed record EventData(Guid Id, string Type, ReadOnlyMemory<byte> Data)
{
    /// <summary>What is said about the event (correlation, causation), as UTF-8 JSON. Default: empty.</summary>
    public ReadOnlyMemory<byte> Metadata { get; init; }
}

/// <summary>An event as a store gives it back.</summary>
public sealed record RecordedEvent
{
    /// <summary>The identity that the writer gave.</summary>
    public required Guid Id { get; init; }

    public required StreamId Stream { get; init; }

    /// <summary>Its place in the stream; the first event has 1.</summary>
    public required long Version { get; init; }

    /// <summary>Its place among all events of the store, where the store has one number for it; else null. Greater means later within one
    /// stream; across streams only <see cref="ICatchUpSubscription"/> defines the order.</summary>
    public long? Position { get; init; }

    public required string Type { get; init; }

    /// <summary>The event, as UTF-8 JSON.</summary>
    public required ReadOnlyMemory<byte> Data { get; init; }

    /// <summary>What was said about it, as UTF-8 JSON; empty where nothing was.</summary>
    public ReadOnlyMemory<byte> Metadata { get; init; }

    /// <summary>When the store recorded it, by the store's clock, UTC. Not comparable with a client's clock.</summary>
    public DateTimeOffset RecordedAt { get; init; }
}
