using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>An open store with its settings in force.</summary>
public sealed record StoreDetails
{
    /// <summary>Its name in paths.</summary>
    public required string Name { get; init; }

    /// <summary>What it is, in one line.</summary>
    public required string Summary { get; init; }

    /// <summary>The namespace of this process's data on the server; it changes with each reset.</summary>
    public required string Namespace { get; init; }

    /// <summary>Its capabilities: <c>none</c>, or names separated by commas.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<StoreCapabilities>))]
    public required StoreCapabilities Capabilities { get; init; }

    /// <summary>Whether it supports bulk appends.</summary>
    public required bool BulkAppends { get; init; }

    /// <summary>Whether it has streams.</summary>
    public required bool Streams { get; init; }

    /// <summary>Whether its global order can be read.</summary>
    public required bool Order { get; init; }

    /// <summary>The number of other requests in progress.</summary>
    public required int RequestsUnderWay { get; init; }

    /// <summary>Product and version of the server or the embedded engine.</summary>
    public required string ServerVersion { get; init; }

    /// <summary>Name and version of the client library.</summary>
    public required string ClientVersion { get; init; }

    /// <summary><c>fsync</c>, <c>replicated</c>, <c>buffered</c> or <c>volatile</c>.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<DurabilityTier>))]
    public required DurabilityTier Durability { get; init; }

    /// <summary>The reason for that tier.</summary>
    public required string DurabilityReason { get; init; }

    /// <summary>The consistency of its reads: <c>linearizable</c>, <c>session</c> or <c>eventual</c>.</summary>
    [JsonConverter(typeof(CamelCaseEnumConverter<ReadConsistency>))]
    public required ReadConsistency Reads { get; init; }

    /// <summary>How it appends, subscribes and projects.</summary>
    public required string Mechanism { get; init; }

    /// <summary>The settings that affect speed and durability.</summary>
    public required IReadOnlyList<EffectiveSetting> Settings { get; init; }
}

/// <summary>The stores of this process.</summary>
/// <param name="Stores">In the order in which they were named.</param>
public sealed record StoreList(IReadOnlyList<StoreSummary> Stores);

/// <summary>A summary of a store.</summary>
/// <param name="Name">Its name in paths.</param>
/// <param name="Summary">What it is.</param>
public sealed record StoreSummary(string Name, string Summary);

/// <summary>The result of emptying a store.</summary>
/// <param name="Namespace">The new namespace of its data.</param>
public sealed record StoreReset(string Namespace);

/// <summary>The answer of a health endpoint on success.</summary>
/// <param name="Status"><c>live</c> or <c>ready</c>.</param>
public sealed record HealthState(string Status);

/// <summary>Writes an enum's members as words such as <c>fsync</c>.</summary>
/// <typeparam name="T">The enum.</typeparam>
public sealed class CamelCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;
