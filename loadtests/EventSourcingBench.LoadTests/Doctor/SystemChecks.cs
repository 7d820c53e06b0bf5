namespace EventSourcingBench.LoadTests.Doctor;

/// <summary>What Linux says about itself in <c>/proc</c> and <c>/sys</c>; what a system does not say is left out.</summary>
/// <param name="read">The text of a file; null where there is none.</param>
internal sealed class SystemChecks(Func<string, string?> read, int cores)
{
    private const int FewCores = 4;
    private const int FewFiles = 4096;
    private const double KilobytesInGibibyte = 1 << 20;

    public IEnumerable<Diagnosis> Examine()
    {
        var load = read("/proc/loadavg")?.Split(' ')[0];
        var limit = read("/sys/fs/cgroup/cpu.max")?.Split(' ') is [var quota, var period] ? Number(quota) / Number(period) : null;
        var governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        var clock = read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
        var (memory, swap) = (Gibibytes("MemAvailable:"), Gibibytes("SwapTotal:") - Gibibytes("SwapFree:"));
        var files = Number(Line("/proc/self/limits", "Max open files")?.Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault());
        Diagnosis?[] all =
        [
            Diagnosis.Of(
                "Cores", Text(cores, "0"), cores >= FewCores,
                "Generator, API and server share them: compare stores with one another, and take no figure for what a store can do alone."),
            Diagnosis.Of(
                "Load average of the last minute", load, Number(load) <= cores,
                "More wanted to run than there are cores. If it still does, the CPU of other processes below shows it."),
            Diagnosis.Of(
                "CPU limit of the container", Text(limit, "0.# 'cores'"), isGood: false,
                "What is over the limit waits for the next period, mostly 100 ms: percentiles show it. Give whole cores (cpuset) instead."),
            Diagnosis.Of(
                "Frequency governor", governor, governor == "performance",
                "The frequency follows the load, late: cpupower frequency-set -g performance."),
            Diagnosis.Of(
                "Clock source", clock, clock is "tsc" or "kvm-clock" or "arch_sys_counter" or "hyperv_clocksource_tsc_page",
                "Each time stamp is a call of the kernel. Boot with clocksource=tsc if the processor's counter is stable."),
            Diagnosis.Of(
                "Memory available", Text(memory, "0.0 'GiB'"), memory >= 2,
                "Servers and their caches want 2 GiB or more: end what is not needed."),
            Diagnosis.Of(
                "Swap in use", Text(swap, "0.0 'GiB'"), swap < 0.1,
                "Memory that comes back from the disk is a pause of no store: swapoff -a while there is room."),
            Diagnosis.Of(
                "Open files", Text(files, "'at most' 0"), files >= FewFiles,
                "Each copy has a connection, and stores have files: ulimit -n 65536."),
        ];
        return all.OfType<Diagnosis>();
    }

    private static string? Text(double? number, string format) => number?.ToString(format, CultureInfo.InvariantCulture);

    private static double? Number(string? text) => double.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;

    private double? Gibibytes(string name) =>
        Number(Line("/proc/meminfo", name)?.Replace("kB", "", StringComparison.Ordinal)) / KilobytesInGibibyte;

    private string? Line(string file, string name) => ProcFile.Line(read(file), name);
}
