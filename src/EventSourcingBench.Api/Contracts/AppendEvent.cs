using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>The body of an append of one event to a stream.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record AppendEvent
{
    /// <summary>The name of the event's type, 1 to 100 characters.</summary>
    public required string Type { get; init; }

    /// <summary>The event: any JSON.</summary>
    public required JsonElement Data { get; init; }
}
