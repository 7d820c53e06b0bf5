namespace EventSourcingBench.Reporting;

/// <summary>A report that the load engine made itself.</summary>
/// <param name="Step">The step, in words.</param>
/// <param name="Address">Relative to the report's folder, as a link has it.</param>
public sealed record EngineReportLink(string Step, string Address);
