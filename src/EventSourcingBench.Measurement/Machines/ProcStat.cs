namespace EventSourcingBench.Measurement.Machines;

/// <summary>What <c>/proc/PID/stat</c> says, see proc(5).</summary>
/// <param name="Pid">The process.</param>
/// <param name="ParentPid">Its parent.</param>
/// <param name="Cpu">Its own processor time.</param>
/// <param name="EndedChildrenCpu">That of its children that have ended and been asked for.</param>
internal readonly record struct ProcStat(int Pid, int ParentPid, TimeSpan Cpu, TimeSpan EndedChildrenCpu)
{
    // USER_HZ, the unit of times in /proc: 100 on every architecture that .NET runs on.
    private const long TicksPerClock = TimeSpan.TicksPerSecond / 100;

    // Fields behind the name, counted from the state.
    private const int ParentField = 1;
    private const int FirstTimeField = 11;
    private const int TimeFields = 4;

    /// <summary>Reads the line; null where it is no such line.</summary>
    public static ProcStat? Parse(string line)
    {
        // The name is in brackets and may itself hold brackets and spaces.
        var end = line.LastIndexOf(')');
        var fields = end < 0 ? [] : line[(end + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var begin = line.IndexOf(' ', StringComparison.Ordinal);
        if (fields.Length < FirstTimeField + TimeFields || begin < 0)
        {
            return null;
        }

        return new ProcStat(
            int.Parse(line.AsSpan(0, begin), CultureInfo.InvariantCulture),
            int.Parse(fields[ParentField], CultureInfo.InvariantCulture),
            Time(FirstTimeField) + Time(FirstTimeField + 1),
            Time(FirstTimeField + 2) + Time(FirstTimeField + 3));

        TimeSpan Time(int field) => TimeSpan.FromTicks(long.Parse(fields[field], CultureInfo.InvariantCulture) * TicksPerClock);
    }
}
