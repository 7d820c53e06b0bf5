namespace EventSourcingBench.Reporting.Sections;

internal static class ProcessTable
{
    /// <summary>With the most memory that each node held, bytes, where that is known.</summary>
    public static TableModel Of(IReadOnlyList<Cell> cells, Func<StepRecord, IReadOnlyList<long>> peaksOf) => TableRows.Of(
        "CPU and memory of each process (measured time; the peak of a node is that of the whole step)",
        cells.Trials(t => t.Seconds.Count > 0)
            .SelectMany(t => Processes(t.Step, peaksOf(t.Step)).Select(p => (t.Cell, t.Step, p.Name, p.Cores, p.Peak))),
        [
            new("Store", p => p.Cell.Name), new("Load", p => p.Cell.Load.Label), new("Trial", p => p.Step.Trial),
            new("Process", p => p.Name),
            new("Cores", p => p.Cores.Average()), new("Most cores in a second", p => p.Cores.Max()),
            new("CPU seconds for 1,000 requests", p => Per1000(p.Step, p.Cores)),
            new("Peak memory (MiB)", p => Format.Mebibytes(p.Peak), numeric: true),
        ]);

    private static IEnumerable<(string Name, List<double?> Cores, long? Peak)> Processes(StepRecord step, IReadOnlyList<long> peaks)
    {
        yield return ("client", [.. step.Seconds.Select(s => s.ClientCores)], step.Seconds.Max(s => s.ClientBytes));
        var nodes = step.Seconds.Max(s => s.Nodes.Count);
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
            yield return ("API", [.. step.Seconds.Select(s => s.ApiCores)],
                Most(step.Seconds.Max(s => s.ApiBytes), peaks.Count > 0 ? peaks[0] : null));
        }

        if (step.Seconds.Any(s => s.ServerCores is not null))
            yield return ("database", [.. step.Seconds.Select(s => s.ServerCores)], step.Seconds.Max(s => s.ServerBytes));
    }

    private static long? Most(long? sampled, long? kept) => kept is null || sampled > kept ? sampled : kept;

    private static double? Per1000(StepRecord step, List<double?> cores)
    {
        var answered = step.Seconds.Sum(s => s.Requests);
        return answered == 0 || cores.TrueForAll(c => c is null) ? null : cores.Sum() / answered * 1000;
    }
}
