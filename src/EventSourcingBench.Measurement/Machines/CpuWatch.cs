using System.Diagnostics;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>What became of this machine's CPU time since the watch began, from <c>/proc/stat</c>, see proc(5): how much was busy, and how
/// much its hypervisor gave to others (<c>steal</c>), which makes pauses that look like a slow store.</summary>
public sealed class CpuWatch
{
    private const string StatFile = "/proc/stat";

    /// <summary>The share of steal from which on it is named. A choice: on a machine that is shared there is always a little.</summary>
    public const double NoticedSteal = 0.02;

    /// <summary>The share of the machine's cores from which on work of other processes disturbs. A choice.</summary>
    public const double DisturbingShare = 0.1;

    // Of the line's fields behind its name: user, nice, system, idle, iowait, irq, softirq, steal. Those of guests are in user and nice.
    private const int StealField = 7;
    private static readonly int[] UsedFields = [0, 1, 2, 5, 6];

    // Those of processes: interrupts are not charged to the process that caused them.
    private static readonly int[] ProcessFields = [0, 1, 2];

    private readonly Func<string?> _read;
    private readonly Func<TimeSpan> _readLeftOut;
    private readonly TimeSpan _leftOutBegin;
    private readonly CpuTimes? _begin;
    private readonly long _start = Stopwatch.GetTimestamp();

    internal CpuWatch(Func<string?> read, Func<TimeSpan> readLeftOut) =>
        (_read, _begin, _readLeftOut, _leftOutBegin) = (read, Parse(read()), readLeftOut, readLeftOut());

    public static CpuWatch Start() => Start(ProcFile.ReadKernelThreadsCpu);

    /// <summary>Begins one that leaves this process out, with all that it started, also what has ended.</summary>
    public static CpuWatch StartBesideOwn() => Start(() => ProcFile.ReadKernelThreadsCpu()
        + ProcFile.ReadTree(System.Environment.ProcessId).Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Cpu + p.EndedChildrenCpu));

    /// <summary>The share of the CPU time wanted since the beginning that was not given, 0 to 1; null where it is not known.</summary>
    public double? Share()
    {
        if (_begin is not { } begin || Parse(_read()) is not { } now)
            return null;

        var stolen = now.Stolen - begin.Stolen;
        var wanted = now.Used - begin.Used + stolen;
        return wanted > 0 ? (double)stolen / wanted : null;
    }

    /// <summary>Cores that were busy with processes, the mean since the beginning; null where it is not known. Threads of the kernel, which
    /// write what a store forces to disk, are left out.</summary>
    public double? BusyCores() => _begin is { } begin && Parse(_read()) is { } now
        ? (((now.Processes - begin.Processes) / ProcFile.ClocksPerSecond) - (_readLeftOut() - _leftOutBegin).TotalSeconds)
            / Stopwatch.GetElapsedTime(_start).TotalSeconds
        : null;

    /// <summary>The environment with the share, and with a warning where that is more than 2%.</summary>
    public EnvironmentRecord AddTo(EnvironmentRecord environment)
    {
        var share = Share();
        return environment with
        {
            StolenCpuShare = share,
            Warnings = share is null or <= NoticedSteal ? environment.Warnings : [.. environment.Warnings, FormattableString.Invariant(
                $"While the steps ran, the hypervisor kept back {share:0.#%} of the CPU time that this machine wanted (steal): there are ")
                + "pauses that no store made. Repeat it at a calmer time, or with more --trials."],
        };
    }

    private static CpuWatch Start(Func<TimeSpan> readLeftOut) => !File.Exists(StatFile) ? new(() => null, () => TimeSpan.Zero)
        : new(() => File.ReadLines(StatFile).First(), readLeftOut);

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
