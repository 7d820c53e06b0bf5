using System.Text.Json.Serialization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>A store as it is in force.</summary>
public sealed record StoreDetails
{
    /// <summary>Its name in paths.</summary>
    public required string Name { get; init; }

    /// <summary>What it is, in one line.</summary>
    public required string Summary { get; init; }

    /// <summary>What keeps this process's data apart on the server; another one after each reset.</summary>
    public required string Namespace { get; init; }

    /// <summary>What it promises: <c>none</c>, or names with commas between.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<StoreCapabilities>))]
    public required StoreCapabilities Capabilities { get; init; }

    /// <summary>Whether it takes many events of many streams by one call.</summary>
    public required bool BulkAppends { get; init; }

    /// <summary>Whether it has streams.</summary>
    public required bool Streams { get; init; }

    /// <summary>Whether its order of all events can be read.</summary>
    public required bool Order { get; init; }

    /// <summary>Requests that the store is at work on, without this one.</summary>
    public required int RequestsUnderWay { get; init; }

    /// <summary>Product and version of the server or the embedded engine.</summary>
    public required string ServerVersion { get; init; }

    /// <summary>Name and version of the client library.</summary>
    public required string ClientVersion { get; init; }

    /// <summary><c>fsync</c>, <c>replicated</c>, <c>buffered</c> or <c>volatile</c>.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<DurabilityTier>))]
    public required DurabilityTier Durability { get; init; }

    /// <summary>Why it is that tier.</summary>
    public required string DurabilityReason { get; init; }

    /// <summary>What it promises of its reads: <c>linearizable</c>, <c>session</c> or <c>eventual</c>.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<ReadConsistency>))]
    public required ReadConsistency Reads { get; init; }

    /// <summary>How it appends, subscribes and projects.</summary>
    public required string Mechanism { get; init; }

    /// <summary>The settings that bear on speed and durability.</summary>
    public required IReadOnlyList<EffectiveSetting> Settings { get; init; }
}
