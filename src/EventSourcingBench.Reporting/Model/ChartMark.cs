namespace EventSourcingBench.Reporting.Model;

/// <summary>A moment of a timeline at which something happened.</summary>
/// <param name="At">Seconds from the left end of the axis.</param>
/// <param name="Text">What happened, in a few words.</param>
public sealed record ChartMark(double At, string Text);
