namespace EventSourcingBench.Reporting.Measures;

/// <summary>What the samples of each second saw of client, API and server, in this order.</summary>
internal static class Processes
{
    public static IReadOnlyList<(string Name, Func<SecondRecord, double?> Cores, Func<SecondRecord, long?> Bytes)> All { get; } =
    [
        ("client", s => s.ClientCores, s => s.ClientBytes), ("API", s => s.ApiCores, s => s.ApiBytes),
        ("server", s => s.ServerCores, s => s.ServerBytes),
    ];

    /// <summary>Busy cores of all processes together, the mean of a step; null where the system does not say.</summary>
    public static double? BusyCores(StepRecord step) =>
        step.Seconds.Average(s => s.ClientCores) + (step.Seconds.Average(s => s.ApiCores) ?? 0)
            + (step.Seconds.Average(s => s.ServerCores) ?? 0);

    /// <summary>CPU seconds of a process for 1,000 answered requests; null where the system does not say.</summary>
    public static double? CpuSecondsPer1000(StepRecord step, Func<SecondRecord, double?> cores)
    {
        // Only seconds whose CPU is known, so that requests of a second without a sample do not make CPU look cheap.
        var sampled = step.Seconds.Where(s => cores(s) is not null).ToList();
        var answered = sampled.Sum(s => (double)s.Requests);
        return answered == 0 ? null : sampled.Sum(cores) / answered * 1000;
    }
}
