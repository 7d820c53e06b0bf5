namespace EventSourcingBench.Measurement.Machines;

/// <summary>The CPU time that other processes have used since the watch began: not this one, what it started, or threads of the kernel,
/// which write what a store forces to disk.</summary>
/// <param name="begin">The processes when the watch begins: now.</param>
/// <param name="apart">Processes that take part and were started elsewhere.</param>
public sealed class OtherWork(ProcessTable begin, params IReadOnlyList<int> apart)
{
    /// <summary>The share of the machine's cores from which on work of other processes disturbs. A choice.</summary>
    public const double DisturbingShare = 0.1;

    // A container and an affinity have fewer processors than the machine whose processes are seen.
    private static readonly double OwnShare = Math.Min(
        1, (double)System.Environment.ProcessorCount / Math.Max(1, ProcFile.CountProcessors()));

    private readonly TimeSpan? _begin = begin.OthersCpu([System.Environment.ProcessId, .. apart]);
    private readonly long _start = Stopwatch.GetTimestamp();

    /// <summary>In cores, the mean since the beginning: on those that this process may use, as if the work were spread evenly over the
    /// machine's; null where it is not known.</summary>
    public double? BusyCores(ProcessTable now) => now.OthersCpu([System.Environment.ProcessId, .. apart]) - _begin is { } used
        ? Math.Clamp(OwnShare * used / Stopwatch.GetElapsedTime(_start), 0, System.Environment.ProcessorCount) : null;
}
