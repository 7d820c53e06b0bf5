namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>What the suite <c>subscription</c> keeps of a step. Delays: from just before an event's sending to its delivery.</summary>
/// <param name="Load">The copies or the rate, in words.</param>
/// <param name="Slow">How many subscribers were slow, and what they took for each event, such as <c>1:10ms</c>; <c>0</c>: none.</param>
/// <param name="Delivery">Delays of the live subscribers; none where one of them stalled.</param>
/// <param name="Last">Delays until the last subscriber had an event; none where one stalled.</param>
/// <param name="Drain">How long the subscribers needed after the load until they had everything, or no more came.</param>
/// <param name="Follow">What each followed: <c>all</c> events, one <c>stream</c> or one <c>category</c>.</param>
/// <param name="FilteredBy">What left out the other events: <c>store</c> or <c>subscriber</c>; null where it followed all.</param>
/// <param name="OwnWrites">Delays until writers found what they wrote in the read model; null where none looked.</param>
/// <param name="Resubscriptions">How often a subscriber subscribed again, because the store ended its subscription.</param>
/// <param name="ClientMemory">The greatest memory of the process with load, client and subscribers; an embedded store's too.</param>
/// <param name="Connections">Those of that process to the server at the end of the load; null where it is embedded, or elsewhere.</param>
/// <param name="Incident">What was measured of it; null where nothing was to happen.</param>
internal sealed record SubscriptionRecord(
    string Load, int Subscribers, string Slow, int ReadModels, DelayRecord Delivery, DelayRecord Last, TimeSpan Drain,
    string Follow = "all", string? FilteredBy = null, long Preload = 0, string During = Named.Nothing, DelayRecord? SlowDelivery = null,
    DelayRecord? OwnWrites = null, int Resubscriptions = 0, long ClientMemory = 0, int? Connections = null,
    IncidentRecord? Incident = null, IdleRecord? Idle = null)
{
    public const string Name = "subscription";

    /// <summary>How far behind the subscribers were during the load, by their groups: <c>live</c>, <c>slow</c>, <c>joined</c>.</summary>
    public required IReadOnlyDictionary<string, LagRecord> Lag { get; init; }

    /// <summary>What writers asked for until they found what they wrote: the projection's <c>position</c>, or their <c>row</c>.</summary>
    public string? OwnWritesBy { get; init; }
}

/// <summary>How far behind the subscriber of a group is that is behind most, the worst of each second of the measured time.</summary>
/// <param name="Events">Events that were acknowledged and that it did not have.</param>
/// <param name="Seconds">How long ago the next one that it did not have was sent.</param>
internal sealed record LagRecord(IReadOnlyList<long> Events, IReadOnlyList<double> Seconds);

/// <summary>Busy cores (1.0: one) while there is no event; of the server null where the store is embedded.</summary>
internal sealed record IdleRecord(double ClientCores, double? ServerCores = null);

internal sealed record DelayRecord(HistogramRecord Times)
{
    public static DelayRecord Of(IEnumerable<LatencyHistogram> parts)
    {
        var all = new LatencyHistogram();
        foreach (var part in parts)
            all.Add(part);

        return new DelayRecord(all.ToRecord());
    }

    /// <summary>The same; null where there is no value.</summary>
    public static DelayRecord? OfAny(IEnumerable<LatencyHistogram> parts) => Of(parts) is { Times.Count: > 0 } delays ? delays : null;

    public TimeSpan? P50 => At(50);

    public TimeSpan? P99 => At(99);

    public TimeSpan? P999 => At(99.9);

    public TimeSpan? Max => Times.Count == 0 ? null : TimeSpan.FromMicroseconds(Times.MaxMicroseconds);

    // Null where there are too few values to give it.
    private TimeSpan? At(double percentile) => ResponseTimes.Of(Times).Given(percentile)?.Time;
}
