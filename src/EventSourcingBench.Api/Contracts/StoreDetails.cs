namespace EventSourcingBench.Api.Contracts;

/// <summary>An open store with its settings in force.</summary>
/// <param name="Namespace">The namespace of this process's data on the server; it changes with each reset.</param>
/// <param name="Capabilities">Its capabilities: <c>none</c>, or names separated by commas.</param>
/// <param name="Order">Whether its global order can be read.</param>
/// <param name="RequestsUnderWay">The number of other requests in progress.</param>
/// <param name="Durability"><c>fsync</c>, <c>replicated</c>, <c>buffered</c> or <c>volatile</c>.</param>
/// <param name="Reads">The consistency of its reads: <c>linearizable</c>, <c>session</c> or <c>eventual</c>.</param>
/// <param name="Clock">An identifier of this host's clock: times of two clocks cannot be compared.</param>
/// <param name="Process">An identifier of this process, by which one that sees it can measure it.</param>
public sealed record StoreDetails(
    string Name, string Summary, string Namespace,
    [property: JsonConverter(typeof(CamelCaseEnumConverter<StoreCapabilities>))] StoreCapabilities Capabilities,
    bool BulkAppends, bool Streams, bool Order, int RequestsUnderWay, string ServerVersion, string ClientVersion,
    [property: JsonConverter(typeof(CamelCaseEnumConverter<DurabilityTier>))] DurabilityTier Durability,
    string DurabilityReason,
    [property: JsonConverter(typeof(CamelCaseEnumConverter<ReadConsistency>))] ReadConsistency Reads,
    string Mechanism, IReadOnlyList<EffectiveSetting> Settings, string Clock, string Process);

/// <summary>What a store and this process have counted.</summary>
/// <param name="Counters">The store's totals, each null where it is not counted or they were not asked for.</param>
/// <param name="Background">What the store has done in the background so far, such as checkpoints; empty where it does not say.</param>
/// <param name="AllocatedBytes">Managed memory that this process allocated; null where the counters were not asked for.</param>
/// <param name="Pauses">When this process paused for garbage collection, the last 100 times; none without <c>--server-timing</c>.</param>
/// <param name="Plans">The statements that the store used, each with its plan; null where it has none or they were not asked for.</param>
public sealed record StoreWork(
    WorkCounters Counters, IReadOnlyDictionary<string, long> Background, long? AllocatedBytes = null,
    IReadOnlyList<RuntimePause>? Pauses = null, string? Plans = null)
{
    /// <summary>Reads what a store says of itself; plans and counters only where they are wanted.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public static async Task<StoreWork> ReadAsync(IStore store, bool counters, bool plans, CancellationToken cancellationToken) =>
        store.Inspector is not { } inspector ? new(default, new Dictionary<string, long>(StringComparer.Ordinal)) : new(
            counters ? await inspector.ReadWorkAsync(cancellationToken) : default,
            await inspector.CountBackgroundAsync(cancellationToken),
            Plans: plans ? await inspector.ExplainAsync(cancellationToken) : null);
}

/// <param name="Stores">In the order in which they were named.</param>
public sealed record StoreList(IReadOnlyList<StoreSummary> Stores);

public sealed record StoreSummary(string Name, string Summary);

/// <param name="Done">What the store did to come to rest; null where it had nothing to do.</param>
public sealed record StoreRest(string? Done);

public sealed record StoreReset(string Namespace);

/// <param name="Status"><c>live</c> or <c>ready</c>.</param>
public sealed record HealthState(string Status);

/// <summary>Writes an enum's members as words such as <c>fsync</c>.</summary>
public sealed class CamelCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;
