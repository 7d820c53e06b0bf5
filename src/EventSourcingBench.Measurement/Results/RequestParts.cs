namespace EventSourcingBench.Measurement.Results;

/// <summary>Where the time of a request went until its answer began, microseconds.</summary>
public readonly record struct RequestParts(int Route, int Wait, int Adapter, int Store, int Answer)
{
    public long Total() => (long)Route + Wait + Adapter + Store + Answer;
}

/// <summary>One of the slowest requests of a step.</summary>
/// <param name="Worker">The copy, or the slot in the open model; generators number theirs separately.</param>
/// <param name="Start">When it was sent, from the begin of the measured time.</param>
/// <param name="Queue">From when it was due until it was sent.</param>
/// <param name="Parts">Null where the answer did not say.</param>
public sealed record SlowRequest(
    string Operation, Outcome Outcome, int Worker, TimeSpan Start, TimeSpan Queue, TimeSpan Service, RequestParts? Parts = null)
{
    /// <summary>How many are kept of each step.</summary>
    public const int Kept = 20;

    /// <summary>What happened at the same time, a few words each.</summary>
    public IReadOnlyList<string> Beside { get; init; } = [];

    public static IEnumerable<SlowRequest> Slowest(IEnumerable<SlowRequest> requests) =>
        requests.OrderByDescending(r => r.Service).Take(Kept);
}
