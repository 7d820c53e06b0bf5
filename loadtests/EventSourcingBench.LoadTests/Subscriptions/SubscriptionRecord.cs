namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>What the suite <c>subscription</c> keeps of a step. Delays are from just before an event was sent until a subscriber had it, of
/// the events of the measured time.</summary>
internal sealed record SubscriptionRecord
{
    /// <summary>Its member in the record of a step, and the beginning of its paths in reports.</summary>
    public const string Name = "subscription";

    /// <summary>The copies or the rate, in words.</summary>
    public required string Load { get; init; }

    public required int Subscribers { get; init; }

    /// <summary>What each followed: <c>all</c> events, one <c>stream</c> or one <c>category</c>.</summary>
    public string Follow { get; init; } = "all";

    /// <summary>What left out the events that a subscriber did not follow, <c>store</c> or <c>subscriber</c>; null where it followed
    /// all.</summary>
    public string? FilteredBy { get; init; }

    /// <summary>How many of them were slow, and what they took for each event, such as <c>1:10ms</c>; <c>0</c> for none.</summary>
    public required string Slow { get; init; }

    public required int ReadModels { get; init; }

    public long Preload { get; init; }

    public string During { get; init; } = Named.Nothing;

    public required DelayRecord Delivery { get; init; }

    public DelayRecord? SlowDelivery { get; init; }

    /// <summary>Delays until the last subscriber had an event.</summary>
    public required DelayRecord Last { get; init; }

    /// <summary>Delays until writers found what they wrote in the read model; null where none looked.</summary>
    public DelayRecord? OwnWrites { get; init; }

    /// <summary>How long the subscribers needed after the load until they had everything.</summary>
    public required TimeSpan Drain { get; init; }

    /// <summary>How often a subscriber subscribed again, because the store ended its subscription.</summary>
    public int Resubscriptions { get; init; }

    /// <summary>The greatest memory of the process with the load, the client and the subscribers; an embedded store's too.</summary>
    public long ClientMemory { get; init; }

    /// <summary>What was measured of it; null where nothing was to happen.</summary>
    public IncidentRecord? Incident { get; init; }

    public IdleRecord? Idle { get; init; }

    /// <summary>How far behind the subscribers were during the load, by their groups: <c>live</c>, <c>slow</c>, <c>joined</c>.</summary>
    public required IReadOnlyDictionary<string, LagRecord> Lag { get; init; }
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

    public TimeSpan Max => TimeSpan.FromMicroseconds(Times.MaxMicroseconds);

    // Null where there are too few values to give it.
    private TimeSpan? At(double percentile) => ResponseTimes.Of(LatencyHistogram.FromRecord(Times)).Given(percentile)?.Time;
}
