using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The parameters of an ingest.</summary>
internal static class IngestTables
{
    /// <summary>What was asked for.</summary>
    public static TableModel Parameters(string suite, IReadOnlyList<RunFolder> runs) => new(
        "Parameters",
        [
            new("Run"), new("Events"), new("Buffers"), new("Buffer modes"), new("Flushed after"), new("Limit of a non-blocking buffer"), new("Nodes"), new("Trials", true), new("Node killed after"), new("Via"), new("Order"),
        ],
        [
            .. runs.Select((run, index) => (run.Run, Letter: Letters.Of(index, runs.Count), Workload: run.Run.Workloads.GetValueOrDefault(suite)))
                .Where(r => r.Workload is not null)
                .Select(r => (IReadOnlyList<string>)
                [
                    r.Letter.Length == 0 ? r.Run.Id : r.Letter, string.Join(", ", r.Workload!.Counts.Select(Format.Count)), string.Join(", ", r.Workload.Buffers.Select(Format.Size)),
                    string.Join(", ", r.Workload.BufferModes), r.Workload.Linger > TimeSpan.Zero ? Format.Span(r.Workload.Linger) : Format.None,
                    r.Workload.MemoryLimit > 0 ? Format.Size(r.Workload.MemoryLimit) : Format.None, string.Join(", ", r.Workload.Nodes.Select(n => Format.Count(n))), r.Workload.Trials.ToString(CultureInfo.InvariantCulture),
                    r.Workload.KillNodeAt is { } at ? Format.Span(at) : "none", r.Run.Via, r.Run.Together ? "stores together" : "one store after the other",
                ]),
        ]);
}
