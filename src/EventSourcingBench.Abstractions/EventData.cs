namespace EventSourcingBench.Abstractions;

/// <summary>An event to append.</summary>
/// <param name="Id">
/// The identity of the event, unique in the store. A retry sends the same id, which is how a store knows it again.
/// Version 7 UUIDs (<see cref="Guid.CreateVersion7()"/>) keep indexes on it local.
/// </param>
/// <param name="Type">The name of the event's type, 1 to 100 characters.</param>
/// <param name="Data">The event, as UTF-8 JSON. The store keeps the bytes' meaning; it may not look into them.</param>
public sealed record EventData(Guid Id, string Type, ReadOnlyMemory<byte> Data)
{
    /// <summary>What is said about the event (correlation, causation), as UTF-8 JSON. Default: empty.</summary>
    public ReadOnlyMemory<byte> Metadata { get; init; }
}
