namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>What a step of the suite <c>mixed</c> asked, and what came of each operation in the measured time.</summary>
/// <param name="EventsPerStream">Events of each stream before the load.</param>
/// <param name="Preload">Events of other streams before the load.</param>
/// <param name="Snapshots">Events after which a load stores a snapshot; 0: there were no snapshots.</param>
/// <param name="ConflictShare">Version conflicts in the measured time over all requests; null without a request.</param>
/// <param name="Writes">Service times of successful appends in the measured time; null where generators have other clocks.</param>
internal sealed record MixedRecord(
    string Mix, int Streams, double Skew, long PayloadBytes, int EventsPerStream, long Preload, int Snapshots = 0, int ReadModels = 0,
    double? ConflictShare = null, HistogramRecord? Writes = null)
{
    public const string Name = "mixed";

    /// <summary>By operation: <c>load</c>, <c>loadLatest</c>, <c>scan</c>, <c>append</c>, <c>update</c>, <c>create</c>.</summary>
    public required IReadOnlyDictionary<string, MixedOperationRecord> Operations { get; init; }

    /// <param name="notSent">Requests that were due and never sent: each kind has as many of them as it has of those that were.</param>
    public static MixedRecord Of(MixedLoad load, long measuredFrom, long notSent)
    {
        var (history, workload) = (load.History, load.Context.Step.Workload);
        // Times of another clock say nothing about this one's. Of the history, which may take half of the memory, no copy is made.
        var measured = history.Where(
            (in o) => o.Kind is OperationKind.Append or OperationKind.Load && (o.Start >= measuredFrom || !history.HasOneClock));
        var (count, conflicts) = (measured.LongCount(), measured.LongCount(o => o.Outcome == Outcome.Conflict));
        return new MixedRecord(
            load.Mix.Name, load.Content.Streams, workload.Get(MixedParameters.Skews)[0], workload.Get(MixedParameters.Payloads)[0],
            load.Content.Length, workload.Get(MixedParameters.Preload), load.Snapshots, workload.Get(MixedParameters.ReadModels)[0],
            count == 0 ? null : (double)conflicts / count,
            history.HasOneClock ? WritesOf(measured) : null)
        {
            Operations = measured.GroupBy(o => load.Script.KindAt(o.Number), o => (Ticks: o.Lateness + (long)o.Duration, o.Outcome))
                .ToDictionary(
                    g => JsonNamingPolicy.CamelCase.ConvertName($"{g.Key}"), g => OperationsOf(g, (double)notSent / count),
                    StringComparer.Ordinal),
        };
    }

    private static HistogramRecord WritesOf(IEnumerable<Operation> operations)
    {
        var times = new LatencyHistogram();
        foreach (var write in operations.Where(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success }))
            times.Record(new TimeSpan(write.Duration));

        return times.ToRecord();
    }

    private static MixedOperationRecord OperationsOf(IEnumerable<(long Ticks, Outcome Outcome)> operations, double notSent)
    {
        var times = new ResponseTimes();
        foreach (var (ticks, outcome) in operations)
            times.Record(new TimeSpan(ticks), outcome);

        var (requests, conflicts) = (operations.LongCount(), operations.LongCount(o => o.Outcome == Outcome.Conflict));
        for (var i = 0; i < requests * notSent; i++)
            times.Record(TimeSpan.Zero, Outcome.Error);

        var (p50, p99) = (times.Percentile(50), times.Given(99));
        return new(requests, p50.Time, p99?.Time, conflicts, p99?.IsLowerBound == true, p50.IsLowerBound);
    }
}

/// <summary>One kind of operation in the measured time: how many were sent, and response times of these and of those that were not, from
/// when each was due. Conflicts are requests that met one. Requests without an answer make percentiles lower bounds; fewer than 1,000 give
/// no 99th.</summary>
internal sealed record MixedOperationRecord(
    long Requests, TimeSpan P50, TimeSpan? P99, long Conflicts = 0, bool P99IsLowerBound = false, bool P50IsLowerBound = false);
