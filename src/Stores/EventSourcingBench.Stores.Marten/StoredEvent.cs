using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// The one .NET type of all events here: what the writer gave, unread. In <c>mt_events.data</c> it is
/// <c>{"type": …, "data": {…}, "metadata": {…}}</c>, with <c>"tags": […]</c> where there are some.
/// </summary>
/// <param name="Type">The name of the event's type.</param>
/// <param name="Data">The event, as UTF-8 JSON.</param>
/// <param name="Metadata">What is said about it, as UTF-8 JSON; may be empty.</param>
[JsonConverter(typeof(StoredEventConverter))]
public sealed record StoredEvent(string Type, ReadOnlyMemory<byte> Data, ReadOnlyMemory<byte> Metadata)
{
    /// <summary>What it concerns. Marten finds events by their tags and does not give them back, so that they are here too.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];
}
