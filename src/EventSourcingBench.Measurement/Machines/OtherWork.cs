using System.Diagnostics;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>The CPU time that other processes have used since the watch began: not this one, what it started, or threads of the kernel,
/// which write what a store forces to disk.</summary>
/// <param name="begin">The processes when the watch begins: now.</param>
public sealed class OtherWork(ProcessTable begin)
{
    /// <summary>The share of the machine's cores from which on work of other processes disturbs. A choice.</summary>
    public const double DisturbingShare = 0.1;

    private readonly TimeSpan? _begin = begin.OthersCpu(System.Environment.ProcessId);
    private readonly long _start = Stopwatch.GetTimestamp();

    /// <summary>In cores, the mean since the beginning, at most those of the machine; null where it is not known.</summary>
    public double? BusyCores(ProcessTable now) => now.OthersCpu(System.Environment.ProcessId) - _begin is { } used
        ? Math.Clamp(used / Stopwatch.GetElapsedTime(_start), 0, System.Environment.ProcessorCount) : null;
}
