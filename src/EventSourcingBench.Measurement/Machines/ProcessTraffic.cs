using System.ComponentModel;
using System.Text.RegularExpressions;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>What processes and their descendants wrote and sent so far, as Linux counts it; of this process without descendants.</summary>
public static partial class ProcessTraffic
{
    /// <summary>Bytes that they had written to disk, whole pages; null where one of them may not be looked at or has ended.</summary>
    public static long? WrittenBytes(IEnumerable<int> processes)
    {
        var counts = Tree(processes).Select(ProcFile.ReadWrittenBytes).ToList();
        return counts.Count == 0 || counts.Contains(null) ? null : counts.Sum();
    }

    /// <summary>What their open TCP connections carried both ways, and the segments with data that they received; null where they have
    /// none, the tool <c>ss</c> is missing, or it may not see whose connections they are.</summary>
    public static (long Bytes, long SegmentsReceived)? Carried(IEnumerable<int> processes)
    {
        var wanted = Tree(processes).Select(id => FormattableString.Invariant($"pid={id},")).ToHashSet(StringComparer.Ordinal);
        if (wanted.Count == 0)
            return null;

        try
        {
            using var tool = Process.Start(new ProcessStartInfo("ss", ["-tinHOp", "state", "established"])
            { RedirectStandardOutput = true, UseShellExecute = false })!;
            return Sum(tool.StandardOutput.ReadToEnd().Split('\n').Where(l => Owners().Matches(l).Any(m => wanted.Contains(m.Value))));
        }
        catch (Win32Exception)
        {
            // The tool is not installed: nothing is counted.
            return null;
        }
    }

    internal static (long Bytes, long SegmentsReceived)? Sum(IEnumerable<string> lines)
    {
        var connections = lines.ToList();
        var own = connections.Select(l => Ends().Match(l).Groups[1].Value).Where(a => a.Length > 0).ToHashSet(StringComparer.Ordinal);
        // Of a connection between two of the processes both ends are there: what the one received, the other has sent.
        var counts = connections
            .SelectMany(l => Counts().Matches(l).Where(
                m => m.Groups[1].Value != "bytes_received" || !own.Contains(Ends().Match(l).Groups[2].Value)))
            .ToLookup(m => m.Groups[1].Value, m => long.Parse(m.Groups[2].ValueSpan, CultureInfo.InvariantCulture), StringComparer.Ordinal);
        return counts.Count == 0 ? null : (counts["bytes_sent"].Sum() + counts["bytes_received"].Sum(), counts["data_segs_in"].Sum());
    }

    private static IEnumerable<int> Tree(IEnumerable<int> processes) =>
        processes.SelectMany(p => p == System.Environment.ProcessId ? [p] : ProcessTreeSampler.ReadTree(p));

    [GeneratedRegex(@"pid=\d+,")]
    private static partial Regex Owners();

    // The addresses of this end and of the other, behind the lengths of the queues.
    [GeneratedRegex(@"^\d+\s+\d+\s+(\S+)\s+(\S+)")]
    private static partial Regex Ends();

    [GeneratedRegex(@" (bytes_sent|bytes_received|data_segs_in):(\d+)")]
    private static partial Regex Counts();
}
