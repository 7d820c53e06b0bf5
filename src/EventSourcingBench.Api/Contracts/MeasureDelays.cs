using System.Text.Json.Serialization;

namespace EventSourcingBench.Api;

/// <summary>The order to forget all delays and to measure again.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record MeasureDelays
{
    /// <summary>Only events whose ApiCallTime is this or later count.</summary>
    public required DateTimeOffset From { get; init; }
}
