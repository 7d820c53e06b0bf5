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
        var nodes = step.Seconds.Max(s => s.Nodes.Count);
        yield return Of("client", s => s.ClientCores, s => s.ClientBytes, null);
        foreach (var node in Enumerable.Range(0, nodes))
        {
            yield return Of(FormattableString.Invariant($"node {node + 1} of {nodes}"), s => s.Nodes.ElementAtOrDefault(node)?.Cores,
                s => s.Nodes.ElementAtOrDefault(node)?.Bytes, node);
        }

        if (nodes == 0 && step.Seconds.Any(s => s.ApiCores is not null))
            yield return Of("API", s => s.ApiCores, s => s.ApiBytes, 0);

        if (step.Seconds.Any(s => s.ServerCores is not null))
            yield return Of("database", s => s.ServerCores, s => s.ServerBytes, null);

        // What a node kept of itself is more than any sample where it saw more.
        (string, List<double?>, long?) Of(string name, Func<SecondRecord, double?> cores, Func<SecondRecord, long?> bytes, int? node) =>
            (name, [.. step.Seconds.Select(cores)], step.Seconds.Select(bytes).Append(node < peaks.Count ? peaks[node.Value] : null).Max());
    }

    private static double? Per1000(StepRecord step, List<double?> cores)
    {
        var answered = step.Seconds.Sum(s => s.Requests);
        return answered == 0 || cores.TrueForAll(c => c is null) ? null : cores.Sum() / answered * 1000;
    }
}
