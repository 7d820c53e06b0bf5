namespace EventSourcingBench.Measurement;

/// <summary>The parameters of a suite as they were run.</summary>
public sealed record WorkloadRecord
{
    /// <summary>The question that the suite answers, in one sentence.</summary>
    public required string Question { get; init; }

    /// <summary>Constant copies, one step each; empty in the open model.</summary>
    public IReadOnlyList<int> Copies { get; init; } = [];

    /// <summary>Requests a second, one step each; empty in the closed model.</summary>
    public IReadOnlyList<double> Rates { get; init; } = [];

    /// <summary>True when the load rises from nothing to the step's value over the step's time.</summary>
    public bool Ramp { get; init; }

    /// <summary>Measured time of each step, without the warm-up.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Time before the measured time whose requests are dropped.</summary>
    public required TimeSpan WarmUp { get; init; }

    /// <summary>How often each step was run.</summary>
    public required int Trials { get; init; }

    /// <summary>1: all on one contended stream, as published; n: spread over n streams.</summary>
    public required int Streams { get; init; }

    /// <summary>
    /// Operations whose events are in the store before the load, one step each; empty in suites that know no such thing.
    /// </summary>
    public IReadOnlyList<long> Preloads { get; init; } = [];

    /// <summary>Courses that all clients share; 0 where each has its own. Suite <c>enrolment</c> only.</summary>
    public int HotCourses { get; init; }

    /// <summary>After this time a request counts as a timeout.</summary>
    public required TimeSpan Timeout { get; init; }
}
