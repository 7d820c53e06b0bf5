namespace EventSourcingBench.Measurement.Reports;

/// <summary>A choice that a reader has.</summary>
/// <param name="Axis">The axis one of whose values is drawn.</param>
/// <param name="Pick">Which one at first.</param>
public sealed record ReportChoice(string Axis, ReportPick Pick = ReportPick.First)
{
    /// <summary>The other axis of a choice of lines: a value of either is fixed, and the lines are those of the other; else null.</summary>
    public string? Or { get; init; }
}
