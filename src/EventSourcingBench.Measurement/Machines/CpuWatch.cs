namespace EventSourcingBench.Measurement.Machines;

/// <summary>How much of the CPU time wanted since the watch began the hypervisor gave to others (<c>steal</c>), which makes pauses that
/// look like a slow store; from <c>/proc/stat</c>.</summary>
public sealed class CpuWatch
{
    /// <summary>The share of steal from which on it is named. A choice: on a machine that is shared there is always a little.</summary>
    public const double NoticedSteal = 0.02;

    private readonly Func<string?> _read;
    private readonly CpuTimes? _begin;

    internal CpuWatch(Func<string?> read) => (_read, _begin) = (read, CpuTimes.Parse(read()));

    public static CpuWatch Start() => new(ProcFile.ReadMachine);

    /// <summary>The share of the CPU time wanted since the beginning that was not given, 0 to 1; null where it is not known.</summary>
    public double? Share()
    {
        if (_begin is not { } begin || CpuTimes.Parse(_read()) is not { } now)
            return null;

        var stolen = now.Stolen - begin.Stolen;
        var wanted = now.Used - begin.Used + stolen;
        return wanted > 0 ? (double)stolen / wanted : null;
    }

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
}
