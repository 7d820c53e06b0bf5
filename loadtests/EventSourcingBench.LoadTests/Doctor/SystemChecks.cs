namespace EventSourcingBench.LoadTests.Doctor;

/// <summary>What Linux says about itself in <c>/proc</c> and <c>/sys</c>; what a system does not say is left out.</summary>
/// <param name="read">The text of a file; null where there is none.</param>
internal sealed class SystemChecks(Func<string, string?> read, int cores)
{
    private const int FewCores = 4;
    private const int FewFiles = 4096;
    private const double Gibibyte = 1L << 30;

    public IEnumerable<Diagnosis> Examine() =>
        new[] { Cores(), Load(), Limit(), Governor(), ClockSource(), Memory(), Swap(), OpenFiles() }.OfType<Diagnosis>();

    private Diagnosis Cores() => Diagnosis.Of(
        "Cores", FormattableString.Invariant($"{cores}"), Fitness.Doubtful, cores >= FewCores,
        "Generator, API and server share them: compare stores with one another, and take no figure for what a store can do alone.");

    private Diagnosis? Load() => read("/proc/loadavg")?.Split(' ')[0] is { } load ? Diagnosis.Of(
        "Load average of the last minute", load, Fitness.Doubtful, double.Parse(load, CultureInfo.InvariantCulture) <= cores,
        "More wanted to run than there are cores. If it still does, the CPU of other processes below shows it.") : null;

    private Diagnosis? Limit() => read("/sys/fs/cgroup/cpu.max")?.Split(' ') is not [var quota, var period] ? null
        : !double.TryParse(quota, CultureInfo.InvariantCulture, out var allowed) ? null
        : new Diagnosis(
            "CPU limit of the container", Fitness.Doubtful,
            FormattableString.Invariant($"{allowed / double.Parse(period, CultureInfo.InvariantCulture):0.#} cores"),
            "What is over the limit waits for the next period, mostly 100 ms: percentiles show it. Give whole cores (cpuset) instead.");

    private Diagnosis? Governor() => read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") is { } governor ? Diagnosis.Of(
        "Frequency governor", governor, Fitness.Doubtful, governor == "performance",
        "The frequency follows the load, late: cpupower frequency-set -g performance.") : null;

    private Diagnosis? ClockSource() => read("/sys/devices/system/clocksource/clocksource0/current_clocksource") is { } source
        ? Diagnosis.Of(
            "Clock source", source, Fitness.Doubtful,
            source is "tsc" or "kvm-clock" or "arch_sys_counter" or "hyperv_clocksource_tsc_page",
            "Each time stamp is a call of the kernel. Boot with clocksource=tsc if the processor's counter is stable.")
        : null;

    private Diagnosis? Memory() => Kilobytes("/proc/meminfo", "MemAvailable:") is { } available ? Diagnosis.Of(
        "Memory available", FormattableString.Invariant($"{available / Gibibyte:0.0} GiB"), Fitness.Doubtful, available >= 2 * Gibibyte,
        "Servers and their caches want 2 GiB or more: end what is not needed.") : null;

    private Diagnosis? Swap() =>
        Kilobytes("/proc/meminfo", "SwapTotal:") - Kilobytes("/proc/meminfo", "SwapFree:") is { } used ? Diagnosis.Of(
            "Swap in use", FormattableString.Invariant($"{used / Gibibyte:0.0} GiB"), Fitness.Doubtful, used < Gibibyte / 10,
            "Memory that comes back from the disk is a pause of no store: swapoff -a while there is room.") : null;

    private Diagnosis? OpenFiles() =>
        Line("/proc/self/limits", "Max open files")?.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [var limit, ..]
        && long.TryParse(limit, CultureInfo.InvariantCulture, out var files)
            ? Diagnosis.Of(
                "Open files", FormattableString.Invariant($"at most {files}"), Fitness.Doubtful, files >= FewFiles,
                "Each copy has a connection, and stores have files: ulimit -n 65536.")
            : null;

    private double? Kilobytes(string file, string name) => Line(file, name) is { } text
        ? double.Parse(text.Replace("kB", "", StringComparison.Ordinal), CultureInfo.InvariantCulture) * 1024
        : null;

    // What follows a name at the start of a line.
    private string? Line(string file, string name) =>
        read(file)?.Split('\n').FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal))?[name.Length..];
}
