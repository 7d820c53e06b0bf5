namespace EventSourcingBench.LoadTests;

/// <summary>The load of a step: what a suite's workload has several of.</summary>
internal sealed record StepLoad
{
    /// <summary>Copies in the closed model; else null.</summary>
    public int? Copies { get; init; }

    /// <summary>Requests a second in the open model; else null.</summary>
    public double? Rate { get; init; }

    /// <summary>Operations whose events are in the store before the load; null in suites that know no such thing.</summary>
    public long? Preload { get; init; }

    /// <summary>How the command side runs and in which order requests come; null in other suites than <c>reservation</c>.</summary>
    public ReservationShape? Reservation { get; init; }

    /// <summary>What is appended, and how; null in other suites than <c>ingest</c>.</summary>
    public IngestLoad? Ingest { get; init; }
}
