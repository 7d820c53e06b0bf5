namespace EventSourcingBench.Reporting.Measures;

/// <summary>Sums what the samples of each second saw.</summary>
internal static class ResourceBuilder
{
    private static readonly (Func<SecondRecord, double?> Cores, Func<SecondRecord, long?> Bytes)[] Processes =
    [
        (s => s.ClientCores, s => s.ClientBytes),
        (s => s.ApiCores, s => s.ApiBytes),
        (s => s.ServerCores, s => s.ServerBytes),
    ];

    public static IReadOnlyList<ResourceUse> Build(IReadOnlyList<StepRecord> trials, int seed) =>
    [
        .. Processes.Select((process, index) => new ResourceUse(
            ResourceUse.Processes[index],
            Estimates.Of(trials.Select(t => CpuSecondsPer1000(t, process.Cores)), seed),
            Estimates.Of(trials.Select(t => t.Seconds.Average(process.Cores)), seed),
            Estimates.Of(trials.Select(t => (double?)t.Seconds.Max(process.Bytes)), seed))),
    ];

    /// <summary>Busy cores of all processes together, the mean of a step; null where the system does not say.</summary>
    public static double? BusyCores(StepRecord step) => step.Seconds.Any(s => s.ClientCores is not null)
        ? step.Seconds.Average(s => s.ClientCores) + (step.Seconds.Average(s => s.ApiCores) ?? 0)
            + (step.Seconds.Average(s => s.ServerCores) ?? 0)
        : null;

    /// <summary>CPU seconds of a process in a step; null where the system did not tell.</summary>
    public static double? CpuSeconds(StepRecord step, int process)
    {
        var cores = Processes[process].Cores;
        return step.Seconds.Any(s => cores(s) is not null) ? step.Seconds.Sum(cores) : null;
    }

    /// <summary>Most memory of a process in a step, bytes; null where the system did not tell.</summary>
    public static long? PeakBytes(StepRecord step, int process) => step.Seconds.Max(Processes[process].Bytes);

    private static double? CpuSecondsPer1000(StepRecord step, Func<SecondRecord, double?> cores)
    {
        // Only seconds whose CPU is known, so that requests of a second without a sample do not make CPU look cheap.
        var sampled = step.Seconds.Where(s => cores(s) is not null).ToList();
        var answered = sampled.Sum(s => (double)s.Requests);
        return answered == 0 ? null : sampled.Sum(cores) / answered * 1000;
    }
}
