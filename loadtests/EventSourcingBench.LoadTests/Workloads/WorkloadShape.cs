using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Which parameters a suite's workload has, and how steps are made of them.</summary>
internal sealed record WorkloadShape
{
    /// <summary>A load by an engine, for a time: copies or rates.</summary>
    public static WorkloadShape Load { get; } = new()
    {
        Keys =
        [
            WorkloadKeys.Copies, WorkloadKeys.Rates, WorkloadKeys.Ramp, WorkloadKeys.Streams, WorkloadKeys.Preloads, WorkloadKeys.HotCourses,
            WorkloadKeys.WarmUp, WorkloadKeys.Duration, WorkloadKeys.Trials, WorkloadKeys.Timeout,
        ],
        Required = [WorkloadKeys.WarmUp, WorkloadKeys.Duration, WorkloadKeys.Trials, WorkloadKeys.Timeout],
        Complaint = WorkloadRules.OfWhole,
        Steps = LoadSteps,
    };

    /// <summary>A load by an engine on shows and their seats.</summary>
    public static WorkloadShape Reservation { get; } = new()
    {
        Keys =
        [
            WorkloadKeys.Copies, WorkloadKeys.Rates, WorkloadKeys.Ramp, WorkloadKeys.Shows, WorkloadKeys.Seats, WorkloadKeys.Grouping,
            WorkloadKeys.RequestOrders, WorkloadKeys.CommandHandling, WorkloadKeys.Tries, WorkloadKeys.Skews, WorkloadKeys.Slo,
            WorkloadKeys.Nodes, WorkloadKeys.KillNodeAt, WorkloadKeys.WarmUp, WorkloadKeys.Duration, WorkloadKeys.Trials, WorkloadKeys.Timeout,
        ],
        Required =
        [
            WorkloadKeys.Shows, WorkloadKeys.Seats, WorkloadKeys.Grouping, WorkloadKeys.RequestOrders, WorkloadKeys.CommandHandling,
            WorkloadKeys.Tries, WorkloadKeys.WarmUp, WorkloadKeys.Duration, WorkloadKeys.Trials, WorkloadKeys.Timeout,
        ],
        Complaint = WorkloadRules.OfReservation,
        Steps = ReservationSteps,
    };

    /// <summary>Numbers of events that are appended to an empty store.</summary>
    public static WorkloadShape Ingest { get; } = new()
    {
        Keys =
        [
            WorkloadKeys.Counts, WorkloadKeys.Buffers, WorkloadKeys.BufferModes, WorkloadKeys.Nodes, WorkloadKeys.Streams,
            WorkloadKeys.Linger, WorkloadKeys.MemoryLimit, WorkloadKeys.KillNodeAt, WorkloadKeys.Trials, WorkloadKeys.Timeout,
        ],
        Required = [WorkloadKeys.Counts, WorkloadKeys.Buffers, WorkloadKeys.BufferModes, WorkloadKeys.Nodes, WorkloadKeys.Streams, WorkloadKeys.Trials, WorkloadKeys.Timeout],
        Complaint = WorkloadRules.OfIngest,
        Steps = IngestSteps,
        TrialsInStep = true,
    };

    /// <summary>One store that grows.</summary>
    public static WorkloadShape Growth { get; } = new()
    {
        Keys = [WorkloadKeys.Events, WorkloadKeys.SampleEvery, WorkloadKeys.Background, WorkloadKeys.Streams, WorkloadKeys.Timeout],
        Required = [WorkloadKeys.Events, WorkloadKeys.SampleEvery, WorkloadKeys.Streams, WorkloadKeys.Timeout],
        Complaint = WorkloadRules.OfGrowth,
        Steps = _ => [new StepLoad()],
        TrialsInStep = true,
    };

    /// <summary>The keys in a workload file.</summary>
    public required IReadOnlyList<string> Keys { get; init; }

    /// <summary>Those of them that must be there.</summary>
    public required IReadOnlyList<string> Required { get; init; }

    /// <summary>What contradicts itself in a workload whose single values are in range, or null.</summary>
    public required Func<WorkloadRecord, string?> Complaint { get; init; }

    /// <summary>The loads of a workload; each is a step of each store.</summary>
    public required Func<WorkloadRecord, IEnumerable<StepLoad>> Steps { get; init; }

    /// <summary>Whether a step holds all trials; else each is a step of its own.</summary>
    public bool TrialsInStep { get; init; }

    private static IEnumerable<StepLoad> LoadSteps(WorkloadRecord workload)
    {
        var preloads = workload.Preloads.Count == 0 ? [null] : workload.Preloads.Select(p => (long?)p);
        return preloads.SelectMany(p => workload.Copies.Select(c => new StepLoad { Copies = c, Preload = p })
            .Concat(workload.Rates.Select(r => new StepLoad { Rate = r, Preload = p })));
    }

    private static IEnumerable<StepLoad> ReservationSteps(WorkloadRecord workload) =>
        from ordered in workload.Orders.SelectMany(order => ReservationShape.AllOf(order, workload.Skews))
        from load in workload.Slo is null ? LoadSteps(workload) : LoadSteps(workload).Take(1)
        from strategy in workload.Strategies
        select load with { Reservation = ReservationShape.Of(strategy, ordered.Order, ordered.Skew) };

    private static IEnumerable<StepLoad> IngestSteps(WorkloadRecord workload) =>
        from mode in workload.BufferModes
        from bytes in workload.Buffers
        from count in workload.Counts
        select new StepLoad { Ingest = new IngestLoad(mode, bytes, count) };
}
