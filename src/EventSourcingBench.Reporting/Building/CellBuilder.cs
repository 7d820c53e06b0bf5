using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Gathers the trials of each store at each load.</summary>
internal static class CellBuilder
{
    private const string UnknownTier = "unknown";
    private const double MicrosecondsPerMillisecond = 1000;

    public static IReadOnlyList<Cell> Build(string suite, IReadOnlyList<RunFolder> runs)
    {
        var steps = runs.SelectMany((run, index) => run.Steps.Where(s => s.Suite == suite).Select(s => (index, s))).ToList();
        var operation = MainOperation(steps.Select(s => s.s));
        return
        [
            .. steps.GroupBy(s => (s.index, s.s.Store, Load: LoadOf(s.s)))
                .Select(g => Build(runs[g.Key.index], g.Key.index, g.Key.Load, g.Select(s => s.s), operation))
                .OrderBy(c => c.Run).ThenBy(c => c.Store, StringComparer.Ordinal).ThenBy(c => c.Load.Order),
        ];
    }

    /// <summary>Each throughput that a step measured: that of the step, and in an ingest that of each of its trials.</summary>
    public static IEnumerable<double> Throughputs(StepRecord step) => step.Ingest is { } ingest ? IngestResult.Ranked(ingest).Select(t => t.EventsPerSecond) : [step.Throughput];

    private static Load LoadOf(StepRecord step) => new(step.Copies, step.Rate, step.Ramp, step.Preload)
    {
        Ingest = step.Ingest is { } i ? new IngestLoad(i.ClusterType, i.Nodes, i.BufferMode, i.BufferBytes, i.Count, i.Remote) : null,
        Grows = step.Growth is not null,
    };

    /// <summary>The operation with the most successes: the one that latencies speak of.</summary>
    private static string? MainOperation(IEnumerable<StepRecord> steps) =>
        steps.SelectMany(s => s.Operations)
            .Where(o => o.Outcome == Outcome.Success)
            .GroupBy(o => o.Operation, StringComparer.Ordinal)
            .OrderByDescending(g => g.Sum(o => o.ServiceTime.Count))
            .ThenBy(g => g.Key, StringComparer.Ordinal)
            .FirstOrDefault()?.Key;

    private static Cell Build(
        RunFolder folder, int run, Load load, IEnumerable<StepRecord> steps, string? operation)
    {
        var trials = steps.OrderBy(t => t.Trial).ThenBy(t => t.Number).ToList();
        var store = trials[0].Store;
        var seed = folder.Run.Seed;
        return new Cell
        {
            Run = run,
            Store = store,
            Tier = folder.Run.Stores.FirstOrDefault(s => s.Name == store)?.Durability ?? UnknownTier,
            Load = load,
            Trials = trials,
            Verdict = trials.Max(t => Verdicts.StateOf(t.Verdict)),
            Throughput = Estimates.Of(trials.SelectMany(Throughputs).Select(t => (double?)t), seed) ?? default,
            Service = LatencyOf(trials.Select(t => Successes(t, operation, o => o.ServiceTime)), seed),
            Response = LatencyOf(trials.Select(t => Successes(t, operation, o => o.ResponseTime)), seed),
            Delay = LatencyOf(trials.Select(t => t.ProjectionDelay is { } delay ? LatencyHistogram.FromRecord(delay) : null), seed),
            Resources = ResourceBuilder.Build(trials, seed),
            ShareOfCeiling = trials.Max(t => t.ShareOfCeiling),
        };
    }

    private static LatencyHistogram? Successes(
        StepRecord step, string? operation, Func<OperationRecord, HistogramRecord> select)
    {
        var records = step.Operations.Where(o => o.Outcome == Outcome.Success && o.Operation == operation).ToList();
        if (records.Count == 0)
        {
            return null;
        }

        var merged = new LatencyHistogram();
        foreach (var record in records)
        {
            merged.Add(LatencyHistogram.FromRecord(select(record)));
        }

        return merged;
    }

    private static Latency? LatencyOf(IEnumerable<LatencyHistogram?> trials, int seed)
    {
        var known = trials.OfType<LatencyHistogram>().Where(h => h.Count > 0).ToList();
        if (known.Count == 0)
        {
            return null;
        }

        var merged = new LatencyHistogram();
        known.ForEach(merged.Add);
        return new Latency(
            [.. Percentile.All.Select(p => Estimates.Of(known.Select(h => (double?)Milliseconds(h, p.Value)), seed)!.Value)],
            merged);
    }

    /// <summary>A percentile in milliseconds.</summary>
    public static double Milliseconds(LatencyHistogram histogram, double percentile) =>
        percentile >= 100
            ? histogram.MaxMicroseconds / MicrosecondsPerMillisecond
            : histogram.Percentile(percentile).TotalMilliseconds;
}
