namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>Sums up the operations of a step.</summary>
internal static class MixedTallies
{
    public static MixedRecord Of(MixedLoad load, long measuredFrom)
    {
        var (history, workload) = (load.History, load.Context.Step.Workload);
        // Times of another clock say nothing about this one's.
        var measured = history.Operations
            .Where(o => o.Kind is OperationKind.Append or OperationKind.Load && (o.Start >= measuredFrom || !history.HasOneClock))
            .ToList();
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
                .ToDictionary(g => NameOf(g.Key), g => OperationsOf(g), StringComparer.Ordinal),
        };
    }

    private static string NameOf(MixedKind kind) => kind == MixedKind.LoadLatest ? "loadLatest" : kind.ToString().ToLowerInvariant();

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
