namespace EventSourcingBench.Reporting.Text;

/// <summary>A part of a sentence.</summary>
/// <param name="Text">Plain text; the renderer escapes it.</param>
/// <param name="Strong">Whether it carries the answer.</param>
public sealed record TextRun(string Text, bool Strong = false);
