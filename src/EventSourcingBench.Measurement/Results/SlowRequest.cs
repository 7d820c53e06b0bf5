namespace EventSourcingBench.Measurement.Results;

/// <summary>One of the slowest requests of a step.</summary>
/// <param name="Worker">The copy, or the slot in the open model; generators number theirs separately.</param>
/// <param name="Start">When it was sent, from the begin of the measured time.</param>
/// <param name="Queue">From when it was due until it was sent.</param>
/// <param name="Parts">Microseconds in each part from <c>route</c> on; null where the answer did not say.</param>
public sealed record SlowRequest(
    string Operation, Outcome Outcome, int Worker, TimeSpan Start, TimeSpan Queue, TimeSpan Service, IReadOnlyList<int>? Parts = null)
{
    public const int Kept = 20;

    /// <summary>What happened at the same time.</summary>
    public IReadOnlyList<string> Beside { get; init; } = [];
}

/// <summary>Something that happened beside a load: a pause of a process for garbage collection, work of the store in the background, CPU
/// time that the hypervisor kept back. The time is from the begin of the measured time.</summary>
/// <param name="Length">How long it took, or the time between the two samples that showed it.</param>
public sealed record ActivityRecord(string What, TimeSpan At, TimeSpan Length)
{
    public bool IsBeside(SlowRequest request) => At < request.Start + request.Service && At + Length > request.Start;
}
