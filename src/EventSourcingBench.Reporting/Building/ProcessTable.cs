using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What each process of a step used, node by node: for steps that say how many nodes they had.</summary>
internal static class ProcessTable
{
    public static TableModel Build(IReadOnlyList<Cell> cells, int runs) => new(
        "CPU and memory of each process (measured time; the peak of a node is that of the whole step)",
        [new("Store"), new("Load"), new("Trial", true), new("Process"), new("Cores", true), new("Most cores in a second", true), new("CPU seconds for 1,000 requests", true), new("Peak memory (MiB)", true)],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Reservations is not null && t.Seconds.Count > 0).SelectMany(t => Processes(t).Select(p => (IReadOnlyList<string>)
            [
                Letters.StoreName(c, runs), c.Load.Label, t.Trial.ToString(CultureInfo.InvariantCulture), p.Name,
                Format.Number(p.Cores.Average()), Format.Number(p.Cores.Max()), Format.Number(Per1000(t, p.Cores)), Format.Mebibytes(p.Peak),
            ]))),
        ]);

    private static IEnumerable<(string Name, List<double?> Cores, long? Peak)> Processes(StepRecord step)
    {
        yield return ("client", [.. step.Seconds.Select(s => s.ClientCores)], step.Seconds.Max(s => s.ClientBytes));
        var nodes = step.Seconds.Max(s => s.Nodes.Count);
        var peaks = step.Reservations!.NodePeakBytes;
        for (var node = 0; node < nodes; node++)
        {
            var samples = step.Seconds.Select(s => s.Nodes.ElementAtOrDefault(node)).ToList();
            yield return (
                string.Create(CultureInfo.InvariantCulture, $"node {node + 1} of {nodes}"),
                [.. samples.Select(s => s?.Cores)],
                Most(samples.Max(s => s?.Bytes), node < peaks.Count ? peaks[node] : null));
        }

        if (nodes == 0 && step.Seconds.Any(s => s.ApiCores is not null))
        {
            yield return ("API", [.. step.Seconds.Select(s => s.ApiCores)], Most(step.Seconds.Max(s => s.ApiBytes), peaks.Count > 0 ? peaks[0] : null));
        }

        if (step.Seconds.Any(s => s.ServerCores is not null))
        {
            yield return ("database", [.. step.Seconds.Select(s => s.ServerCores)], step.Seconds.Max(s => s.ServerBytes));
        }
    }

    private static long? Most(long? sampled, long? kept) => kept is null || sampled > kept ? sampled : kept;

    private static double? Per1000(StepRecord step, List<double?> cores)
    {
        var answered = step.Seconds.Sum(s => s.Requests);
        return answered == 0 || cores.TrueForAll(c => c is null) ? null : cores.Sum() / answered * 1000;
    }
}
