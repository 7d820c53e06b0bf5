using System.Diagnostics;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>What became of this machine's CPU time since the watch began, from <c>/proc/stat</c>, see proc(5): how much was busy, and how
/// much its hypervisor gave to others (<c>steal</c>), which makes pauses that look like a slow store.</summary>
public sealed class CpuWatch
{
    private const string StatFile = "/proc/stat";

    // A choice, not a measurement: on a machine that is shared there is always a little.
    private const double WorthAWarning = 0.02;

    // Of the line's fields behind its name: user, nice, system, idle, iowait, irq, softirq, steal. Those of guests are in user and nice.
    private const int StealField = 7;
    private static readonly int[] UsedFields = [0, 1, 2, 5, 6];

    // Those of processes: interrupts are not charged to the process that caused them.
    private static readonly int[] ProcessFields = [0, 1, 2];

    private readonly Func<string?> _read;
    private readonly CpuTimes? _begin;
    private readonly long _start = Stopwatch.GetTimestamp();

    internal CpuWatch(Func<string?> read) => (_read, _begin) = (read, Parse(read()));

    public static CpuWatch Start() => new(() => File.Exists(StatFile) ? File.ReadLines(StatFile).First() : null);

    /// <summary>The share of the CPU time wanted since the beginning that was not given, 0 to 1; null where it is not known.</summary>
    public double? Share()
    {
        if (_begin is not { } begin || Parse(_read()) is not { } now)
            return null;

        var stolen = now.Stolen - begin.Stolen;
        var wanted = now.Used - begin.Used + stolen;
        return wanted > 0 ? (double)stolen / wanted : null;
    }

    /// <summary>Cores that were busy with processes, the mean since the beginning; null where it is not known.</summary>
    public double? BusyCores() => _begin is { } begin && Parse(_read()) is { } now
        ? (now.Processes - begin.Processes) / ProcFile.ClocksPerSecond / Stopwatch.GetElapsedTime(_start).TotalSeconds
        : null;

    /// <summary>The environment with the share, and with a warning where that is more than 2%.</summary>
    public EnvironmentRecord AddTo(EnvironmentRecord environment)
    {
        var share = Share();
        return environment with
        {
            StolenCpuShare = share,
            Warnings = share is null or <= WorthAWarning ? environment.Warnings : [.. environment.Warnings, FormattableString.Invariant(
                $"While the steps ran, the hypervisor kept back {share:0.#%} of the CPU time that this machine wanted (steal): there are ")
                + "pauses that no store made. Repeat it at a calmer time, or with more --trials."],
        };
    }

    private static CpuTimes? Parse(string? line)
    {
        var fields = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        if (fields is not ["cpu", ..] || fields.Length <= StealField + 1)
            return null;

        var times = Array.ConvertAll(fields[1..], f => long.Parse(f, CultureInfo.InvariantCulture));
        return new CpuTimes(UsedFields.Sum(f => times[f]), ProcessFields.Sum(f => times[f]), times[StealField]);
    }

    private readonly record struct CpuTimes(long Used, long Processes, long Stolen);
}
