namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>What a step of the suite <c>ingest</c> measured: trials that each append the same number of events to an empty store.</summary>
internal sealed record IngestRecord
{
    /// <summary>
    /// <c>embedded</c>: in the process of its client; <c>server</c>: a server of one node; <c>replicated</c>: several nodes.
    /// </summary>
    public required string ClusterType { get; init; }

    /// <summary>
    /// Whether the load reached the store through the API over HTTP; else by the store's client in the process of the load.
    /// </summary>
    public bool Remote { get; init; }

    /// <summary>How many nodes keep the events, 1 or more.</summary>
    public required int Nodes { get; init; }

    /// <summary>The name of the event's schema, and in the published column <c>event_type</c>.</summary>
    public required string EventType { get; init; }

    /// <summary>Mean bytes of an event's data.</summary>
    public required double EventBytes { get; init; }

    /// <summary><c>blocking</c>: a producer waits for room; <c>non-blocking</c>: it never waits.</summary>
    public required string BufferMode { get; init; }

    /// <summary>Bytes of event data at which the buffer is flushed.</summary>
    public required long BufferBytes { get; init; }

    /// <summary>How many events each trial offers.</summary>
    public required long Count { get; init; }

    /// <summary>The trials, in the order of running.</summary>
    public required IReadOnlyList<IngestTrial> Trials { get; init; }

    /// <summary>The death of a node in mid-ingest; null where none was asked for.</summary>
    public NodeDeathRecord? NodeDeath { get; init; }

    /// <summary>The published column: <c>remote</c> over HTTP, else how the store keeps its events.</summary>
    public string Published => Remote ? "remote" : ClusterType;

    /// <summary><c>http</c> or <c>direct</c>.</summary>
    public string Reached => Remote ? Via.Http : Via.Direct;

    /// <summary>Where the events are kept: <c>embedded</c>, <c>server, 1 node</c>, <c>remote (replicated, 3 nodes)</c>.</summary>
    public string Kept
    {
        get
        {
            var nodes = Nodes == 1 ? "1 node" : FormattableString.Invariant($"{Nodes} nodes");
            var kept = ClusterType == "embedded" ? ClusterType : $"{ClusterType}, {nodes}";
            return Remote ? $"remote ({kept})" : kept;
        }
    }

    /// <summary>Events a second of the trials that stand for the step: the warm ones, or where there are none the cold ones.</summary>
    public IReadOnlyList<double> Rates => [.. (Warm.Count > 0 ? Warm : Undisturbed).Select(t => t.EventsPerSecond).Order()];

    /// <summary>The greatest of the rates; null without one.</summary>
    public double? Maximum => Rates is [.., var greatest] ? greatest : null;

    /// <summary>Events a second of the cold trial; null where there was none.</summary>
    public double? Cold => Undisturbed.Where(t => !t.Warm).ToList() is { Count: > 0 } cold ? TrialRates.Median(cold) : null;

    /// <summary>Of the median of the warm trials; null without a warm one.</summary>
    public double? ColdOverWarm => Warm.Count > 0 && Median > 0 ? Cold / Median : null;

    /// <summary>Whether the rates are of cold trials, because there are no warm ones.</summary>
    public bool IsCold => Warm.Count == 0 && Undisturbed.Count > 0;

    /// <summary>Event data, MiB/s.</summary>
    public double MebibytesPerSecond => Median * EventBytes / (1 << 20);

    /// <summary>Events that the full buffer refused, in all trials.</summary>
    public long Overflowed => Trials.Sum(t => t.Overflowed);

    /// <summary>Of the events of all trials, 0 to 1.</summary>
    public double? OverflowedShare => Share(Overflowed);

    /// <summary>Events that failed or whose outcome is not known, in all trials.</summary>
    public long Failed => Trials.Sum(t => t.Failed);

    /// <summary>Of the events of all trials, 0 to 1.</summary>
    public double? FailedShare => Share(Failed);

    private double Median => TrialRates.Median(Undisturbed);

    private List<IngestTrial> Warm => [.. Undisturbed.Where(t => t.Warm)];

    // A node dies in the last trial. Where that is the only one, it is all there is.
    private IReadOnlyList<IngestTrial> Undisturbed => NodeDeath is null || Trials.Count < 2 ? Trials : [.. Trials.SkipLast(1)];

    private double? Share(long events) => Trials.Count * (double)Count is > 0 and var offered ? events / offered : null;
}
