namespace EventSourcingBench.LoadTests.Ingest;

/// <param name="ClusterType"><c>embedded</c> in its client's process, <c>server</c> of one node, or <c>replicated</c>: of several.</param>
/// <param name="EventType">The name of the event's schema, and in the published column <c>event_type</c>.</param>
/// <param name="BufferMode"><c>blocking</c>: a producer waits for room; <c>non-blocking</c>: it never waits.</param>
/// <param name="Remote">Whether the store was reached through the API over HTTP; else by its client in the process of the load.</param>
internal sealed record IngestRecord(
    string ClusterType, int Nodes, string EventType, double EventBytes, string BufferMode, long BufferBytes, long Count,
    bool Remote = false, NodeDeathRecord? NodeDeath = null)
{
    public const string Name = "ingest";

    public required IReadOnlyList<IngestTrial> Trials { get; init; }

    /// <summary>The published column: <c>remote</c> over HTTP, else how the store keeps its events.</summary>
    public string Published => Remote ? "remote" : ClusterType;

    public string Reached => Remote ? Via.Http : Via.Direct;

    /// <summary>Where the events are kept: <c>embedded</c>, <c>server, 1 node</c>, <c>remote (replicated, 3 nodes)</c>.</summary>
    public string Kept => Remote ? $"remote ({Local})" : Local;

    /// <summary>Events a second of the trials that stand for the step: the warm ones, or where there are none the cold ones.</summary>
    public IReadOnlyList<double> Rates => [.. (Warm.Count > 0 ? Warm : Undisturbed).Select(t => t.EventsPerSecond).Order()];

    public double? Maximum => Rates is [.., var greatest] ? greatest : null;

    public double? Cold =>
        Undisturbed.Where(t => !t.Warm).ToList() is { Count: > 0 } cold ? Medians.Of(cold.Select(t => t.EventsPerSecond)) : null;

    /// <summary>Of the median of the warm trials; null without a warm one.</summary>
    public double? ColdOverWarm => Warm.Count > 0 && Median > 0 ? Cold / Median : null;

    public bool IsCold => Warm.Count == 0 && Undisturbed.Count > 0;

    public double MebibytesPerSecond => Median * EventBytes / (1 << 20);

    public long Overflowed => Trials.Sum(t => t.Overflowed);

    /// <summary>Of the events of all trials, 0 to 1.</summary>
    public double? OverflowedShare => Share(Overflowed);

    public long Failed => Trials.Sum(t => t.Failed);

    public double? FailedShare => Share(Failed);

    /// <summary>The object of a step; one of an earlier version with the trial in which a node died, the last one.</summary>
    public static (string Name, object Value)? DetailOf(StepRecord step) => step.Detail<IngestRecord>(Name) is not { } ingest ? null
        : ingest.NodeDeath is null ? (Name, ingest)
        : (Name, ingest with { Trials = [.. ingest.Trials.Select((t, i) => t with { NodeDied = i == ingest.Trials.Count - 1 })] });

    /// <summary>The median of the rates; 0 without any.</summary>
    internal double Median => Rates.Count > 0 ? Medians.Of(Rates) : 0;

    private string Local => ClusterType == "embedded" ? ClusterType : $"{ClusterType}, {ProgressText.Counted(Nodes, "node")}";

    private List<IngestTrial> Warm => [.. Undisturbed.Where(t => t.Warm)];

    // A node dies in the last trial, which does not show the usual rate. Where that is the only one, it is all there is.
    private IReadOnlyList<IngestTrial> Undisturbed => NodeDeath is null || Trials.Count < 2 ? Trials : [.. Trials.SkipLast(1)];

    private double? Share(long events) => Trials.Count * (double)Count is > 0 and var offered ? events / offered : null;
}

/// <summary>One trial: the store was empty at its start.</summary>
/// <param name="Warm">False for the first trial of a step, whose store was not touched before. The stores of the others, also empty, were
/// given one flush of as many events, 1,000 at most, to a separate stream, so that connections are open and code is compiled.</param>
/// <param name="Duration">From the first event's offer to the acknowledgement of the last one.</param>
/// <param name="Overflowed">Events that the non-blocking buffer refused at its limit, which the producer was answered.</param>
/// <param name="Failed">Events whose flush failed or whose outcome is not known.</param>
internal sealed record IngestTrial(
    int Number, bool Warm, DateTimeOffset MeasuredOn, TimeSpan Duration, long Acknowledged, long Flushes, long Overflowed = 0,
    long Failed = 0, bool NodeDied = false)
{
    public double EventsPerSecond => Duration > TimeSpan.Zero ? Acknowledged / Duration.TotalSeconds : 0;
}
