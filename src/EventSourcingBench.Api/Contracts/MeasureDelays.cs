using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>The request to discard all delays and start a new measurement.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record MeasureDelays
{
    /// <summary>Only events with this or a later ApiCallTime count.</summary>
    public required DateTimeOffset From { get; init; }
}
