namespace EventSourcingBench.Reporting.Tests;

/// <summary>One run with an ingest and growing stores.</summary>
internal static class SyntheticBulk
{
    public static RunFolder Complete()
    {
        var (ingest, growth) = (SyntheticIngest.Complete(), SyntheticGrowth.Complete());
        return ingest with
        {
            Steps = [.. ingest.Steps, .. growth.Steps],
            Run = ingest.Run with
            {
                Workloads = new Dictionary<string,
                WorkloadRecord>(ingest.Run.Workloads.Concat(growth.Run.Workloads), StringComparer.Ordinal)
            },
        };
    }
}
