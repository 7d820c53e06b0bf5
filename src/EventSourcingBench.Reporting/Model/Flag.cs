namespace EventSourcingBench.Reporting.Model;

/// <summary>What a reader must know before believing the numbers.</summary>
/// <param name="Severity">How much it takes from them.</param>
/// <param name="Title">A few words.</param>
/// <param name="Text">A sentence or two.</param>
public sealed record Flag(FlagSeverity Severity, string Title, string Text);
