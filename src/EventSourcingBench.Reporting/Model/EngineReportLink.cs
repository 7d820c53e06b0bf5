namespace EventSourcingBench.Reporting.Model;

/// <summary>A report that the load engine made itself.</summary>
/// <param name="Step">The step, in words.</param>
/// <param name="Address">Relative to the report's folder, as a link has it.</param>
public sealed record EngineReportLink(string Step, string Address)
{
    /// <summary>What stands beside the links: why the numbers there differ from those here.</summary>
    public static string Remark(string engine) =>
        $"{engine} measured the same requests by its own rules. Its rates include the time in which its copies start. "
        + "Its latencies begin when it calls for a request, not when the request was due. "
        + "The numbers here come from one recorder for all engines.";
}
