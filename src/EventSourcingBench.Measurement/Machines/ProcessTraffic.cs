using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>What processes and their descendants wrote and sent so far, as Linux counts it. Of the process that asks it alone counts.
/// </summary>
public static partial class ProcessTraffic
{
    /// <summary>Bytes that they had written to disk, whole pages; null where one of them may not be looked at or has ended.</summary>
    public static long? WrittenBytes(IEnumerable<int> processes)
    {
        var counts = Tree(processes).Select(ProcFile.ReadWrittenBytes).ToList();
        return counts.Count == 0 || counts.Contains(null) ? null : counts.Sum();
    }

    /// <summary>Their open TCP connections by addresses, as the tool <c>ss</c> shows them; none where it is missing, or may not see whose
    /// they are.</summary>
    public static IReadOnlyDictionary<string, TcpTraffic> Connections(IEnumerable<int> processes)
    {
        var start = new ProcessStartInfo("ss", ["-tinHOp", "state", "established"]) { RedirectStandardOutput = true };
        var found = new Dictionary<string, TcpTraffic>(StringComparer.Ordinal);
        var wanted = Tree(processes).ToHashSet();
        if (wanted.Count == 0)
            return found;

        try
        {
            using var tool = Process.Start(start)!;
            while (tool.StandardOutput.ReadLine() is { } line)
            {
                if (OfProcess().Matches(line).Any(m => wanted.Contains(int.Parse(m.Groups[1].ValueSpan, CultureInfo.InvariantCulture))))
                    found[Addresses().Match(line).Value] = TcpTraffic.Parse(line);
            }

            tool.WaitForExit();
        }
        catch (Win32Exception)
        {
            // The tool is not installed: nothing is counted.
        }

        return found;
    }

    private static IEnumerable<int> Tree(IEnumerable<int> processes) => !OperatingSystem.IsLinux() ? []
        : processes.SelectMany(p => p == System.Environment.ProcessId ? [p] : ProcFile.ReadTree(p).Select(s => s.Pid));

    [GeneratedRegex(@"pid=(\d+)")]
    private static partial Regex OfProcess();

    [GeneratedRegex(@"\S+:\d+ +\S+:\d+")]
    private static partial Regex Addresses();
}

/// <summary>What a TCP connection carried so far: bytes both ways, and segments with data that arrived.</summary>
public readonly partial record struct TcpTraffic(long Bytes, long SegmentsReceived)
{
    internal static TcpTraffic Parse(string line)
    {
        var counts = Counts().Matches(line).ToDictionary(
            m => m.Groups[1].Value, m => long.Parse(m.Groups[2].ValueSpan, CultureInfo.InvariantCulture), StringComparer.Ordinal);
        return new(
            counts.GetValueOrDefault("bytes_sent") + counts.GetValueOrDefault("bytes_received"), counts.GetValueOrDefault("data_segs_in"));
    }

    [GeneratedRegex(@"\b(bytes_sent|bytes_received|data_segs_in):(\d+)")]
    private static partial Regex Counts();
}
