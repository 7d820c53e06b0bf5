namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>The load of a step.</summary>
internal sealed record StepLoad(Workload Workload)
{
    /// <summary>Copies in the closed model; else null.</summary>
    public int? Copies { get; init; }

    /// <summary>Requests a second in the open model; else null.</summary>
    public double? Rate { get; init; }

    /// <summary>Operations whose events are in the store before the load; null in suites that know no such thing.</summary>
    public long? Preload { get; init; }

    /// <summary>A way of using a store that is compared with others of the same store; null where there is only one.</summary>
    public string? Variant { get; init; }

    /// <summary>The load in words, where it is neither copies nor a rate.</summary>
    public string? Text { get; init; }

    /// <summary>Events that each trial appends, where that bounds the step; else 0.</summary>
    public long Events { get; init; }
}
