namespace EventSourcingBench.Reporting.Model;

/// <summary>What a step cost, by process: medians over trials. Null where the system did not tell.</summary>
/// <param name="Process"><c>client</c>, <c>API</c> or <c>server</c>.</param>
/// <param name="CpuSecondsPer1000">CPU seconds for 1,000 answered requests.</param>
/// <param name="Cores">Average cores that were busy.</param>
/// <param name="PeakBytes">Most memory, bytes.</param>
public sealed record ResourceUse(string Process, Estimate? CpuSecondsPer1000, Estimate? Cores, Estimate? PeakBytes)
{
    /// <summary>The processes, in the order of <see cref="Cell.Resources"/>.</summary>
    public static IReadOnlyList<string> Processes { get; } = ["client", "API", "server"];
}
