namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>What a step of the suite <c>mixed</c> asked, and what came of each operation in the measured time.</summary>
internal sealed record MixedRecord
{
    /// <summary>Its member in the record of a step, and the beginning of its paths in reports.</summary>
    public const string Name = "mixed";

    public required string Mix { get; init; }

    public required int Streams { get; init; }

    public required double Skew { get; init; }

    public required long PayloadBytes { get; init; }

    /// <summary>Events of each stream before the load.</summary>
    public required int EventsPerStream { get; init; }

    /// <summary>Events of other streams before the load.</summary>
    public required long Preload { get; init; }

    /// <summary>Events after which a load stores a snapshot; 0: there were no snapshots.</summary>
    public int Snapshots { get; init; }

    public int ReadModels { get; init; }

    /// <summary>Version conflicts in the measured time over all requests; null without a request.</summary>
    public double? ConflictShare { get; init; }

    /// <summary>Service times of the successes that appended, in the measured time; null where generators have other clocks.</summary>
    public HistogramRecord? Writes { get; init; }

    /// <summary>By operation: <c>load</c>, <c>loadLatest</c>, <c>scan</c>, <c>append</c>, <c>update</c>, <c>create</c>.</summary>
    public required IReadOnlyDictionary<string, MixedOperationRecord> Operations { get; init; }

    /// <summary>Sums up the operations of a step.</summary>
    public static MixedRecord Of(MixedLoad load, long measuredFrom)
    {
        var (history, workload) = (load.History, load.Context.Step.Workload);
        // Times of another clock say nothing about this one's.
        var measured = history.Operations
            .Where(o => o.Kind is OperationKind.Append or OperationKind.Load && (o.Start >= measuredFrom || !history.HasOneClock)).ToList();
        return new MixedRecord
        {
            Mix = load.Mix.Name,
            Streams = load.Content.Streams,
            Skew = workload.Get(MixedParameters.Skews)[0],
            PayloadBytes = workload.Get(MixedParameters.Payloads)[0],
            EventsPerStream = load.Content.Length,
            Snapshots = load.Snapshots,
            ReadModels = workload.Get(MixedParameters.ReadModels)[0],
            Preload = workload.Get(MixedParameters.Preload),
            ConflictShare = measured.Count == 0 ? null : (double)measured.Count(o => o.Outcome == Outcome.Conflict) / measured.Count,
            Writes = history.HasOneClock ? WritesOf(measured) : null,
            Operations = measured.GroupBy(o => load.Script.KindAt(o.Number))
                .ToDictionary(g => JsonNamingPolicy.CamelCase.ConvertName($"{g.Key}"), g => OperationsOf(g), StringComparer.Ordinal),
        };
    }

    private static HistogramRecord WritesOf(List<Operation> operations)
    {
        var times = new LatencyHistogram();
        foreach (var write in operations.Where(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success }))
            times.Record(new TimeSpan(write.Duration));

        return times.ToRecord();
    }

    private static MixedOperationRecord OperationsOf(IGrouping<MixedKind, Operation> operations)
    {
        var times = new ResponseTimes();
        foreach (var operation in operations)
            times.Record(new TimeSpan(operation.Lateness + (long)operation.Duration), operation.Outcome);

        var (conflicts, p99) = (operations.LongCount(o => o.Outcome == Outcome.Conflict), times.Percentile(99));
        return new(operations.LongCount(), times.Percentile(50).Time, p99.Time, conflicts, p99.IsLowerBound);
    }
}

/// <summary>One kind of operation in the measured time: response times of all requests, from when each was due. Conflicts are requests that
/// met one. Requests without an answer make the 99th percentile a lower bound.</summary>
internal sealed record MixedOperationRecord(long Requests, TimeSpan P50, TimeSpan P99, long Conflicts = 0, bool P99IsLowerBound = false);
