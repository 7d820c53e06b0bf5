using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The parameters of growing stores.</summary>
internal static class GrowthTables
{
    /// <summary>What was asked for.</summary>
    public static TableModel Parameters(string suite, IReadOnlyList<RunFolder> runs) => new(
        "Parameters",
        [new("Run"), new("Events", true), new("Sample every", true), new("Appends/s beside samples", true), new("Via"), new("Order")],
        [
            .. runs.Select((run, index) => (run.Run, Letter: Letters.Of(index, runs.Count), Workload: run.Run.Workloads.GetValueOrDefault(suite)))
                .Where(r => r.Workload is not null)
                .Select(r => (IReadOnlyList<string>)
                [
                    r.Letter.Length == 0 ? r.Run.Id : r.Letter, Format.Count(r.Workload!.Events), Format.Count(r.Workload.SampleEvery),
                    r.Workload.Background > 0 ? Format.Number(r.Workload.Background) : "none", r.Run.Via,
                    r.Run.Together ? "stores together" : "one store after the other",
                ]),
        ]);
}
