namespace EventSourcingBench.Measurement.Machines;

/// <summary>All processes at one time; none elsewhere than on Linux. To read it takes some milliseconds of CPU time on a machine with
/// hundreds of processes: samples that are taken at the same time share one.</summary>
public sealed class ProcessTable
{
    // Their parent.
    private const int KernelThreads = 2;

    private readonly IReadOnlyList<ProcStat> _all = ProcFile.ReadAll();
    private readonly ILookup<int, ProcStat> _children;

    private ProcessTable() => _children = _all.ToLookup(p => p.ParentPid);

    public static ProcessTable Read() => new();

    /// <summary>A process and its descendants; none when it is gone.</summary>
    internal IReadOnlyList<ProcStat> TreeOf(int pid)
    {
        List<ProcStat> found = [.. _all.Where(p => p.Pid == pid)];
        for (var i = 0; i < found.Count; i++)
            found.AddRange(_children[found[i].Pid]);

        return found;
    }

    /// <summary>CPU time of all processes but these, their descendants and kernel threads; null where the system does not tell.</summary>
    internal TimeSpan? OthersCpu(params IEnumerable<int> pids)
    {
        var own = pids.SelectMany(TreeOf).Distinct().ToList();
        // By process where all can be seen. The machine's time less this run's was negative in most steps of a load at a constant rate,
        // and up to half of an idle machine in some.
        if (ProcFile.TryRead(KernelThreads, "comm")?.Trim() == "kthreadd")
            return Sum(_all.Except(own).Except(TreeOf(KernelThreads)));

        return CpuTimes.Parse(ProcFile.ReadMachine()) is { } machine
            ? TimeSpan.FromSeconds(machine.Processes / ProcFile.ClocksPerSecond) - Sum(own) : null;

        static TimeSpan Sum(IEnumerable<ProcStat> processes) =>
            processes.Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Cpu + p.EndedChildrenCpu);
    }
}
