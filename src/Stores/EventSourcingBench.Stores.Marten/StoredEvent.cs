using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// The single .NET type of all events: the caller's data, not parsed. In <c>mt_events.data</c> it is <c>{"type": …, "data":
/// {…}, "metadata": {…}}</c>, with <c>"tags": […]</c> if there are any.
/// </summary>
/// <param name="Type">The name of the event's type.</param>
/// <param name="Data">The event, as UTF-8 JSON.</param>
/// <param name="Metadata">The event's metadata as UTF-8 JSON; may be empty.</param>
[JsonConverter(typeof(StoredEventConverter))]
public sealed record StoredEvent(string Type, ReadOnlyMemory<byte> Data, ReadOnlyMemory<byte> Metadata)
{
    /// <summary>The event's tags. Marten finds events by tags but does not return them, so they are stored here as well.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];
}
