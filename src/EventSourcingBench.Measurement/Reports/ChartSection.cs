namespace EventSourcingBench.Measurement.Reports;

/// <summary>A chart of metrics over an axis, with its table.</summary>
/// <param name="Id">Unique in the suite.</param>
/// <param name="Title">What it shows; <c>{by load}</c> is by copies or by rate, <c>{at load}</c> at a rate or nothing.</param>
/// <param name="Text">How to read it, in a sentence or two; <c>{censored}</c> is what is said of requests without an answer,
/// <c>{service}</c> what is said of service times in the open model, <c>{distribution}</c> how a distribution is read.</param>
/// <param name="X">The horizontal axis; null for the size of the load, or for time.</param>
/// <param name="Y">The vertical axis of a heat map.</param>
/// <param name="Line">The axis that names the lines. Default: the store.</param>
/// <param name="Several">An axis that is to have several values, else the chart is left out; null: none.</param>
/// <param name="Logarithmic">Whether the value axis is logarithmic at first.</param>
/// <param name="Mark">The seconds and the text of a moment that is marked in a timeline, where a trial has one.</param>
public sealed record ChartSection(
    string Id, string Title, string Text, TableSection Table, ReportDrawing Drawing = ReportDrawing.Lines, string? X = null,
    string? Y = null, string? Line = null, string? Several = null, bool Logarithmic = false, ReportMark? Mark = null) : ReportSection
{
    /// <summary>What is drawn: metrics or values, or the names of times; a reader chooses among several.</summary>
    public IReadOnlyList<string> Metrics { get; init; } = [];

    public IReadOnlyList<ReportChoice> Choices { get; init; } = [];

    /// <summary>The axes that steps are sorted by; steps without one of them are left out. Default: as they come.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];
}

public enum ReportDrawing
{
    Lines = 0, // Over categories, or bars for a single one.
    Boxes = 1, // Over categories: least, quartiles, greatest.
    Heat = 2, // A map of two axes.
    Seconds = 3, // Successes of each second of a trial, or lists of a value a second: subscription.lag.*.events has a line for each member.
    Percentiles = 4, // Lines of a percentile of times, which the reader chooses.
    Stack = 6, // Bars over categories: the metrics of one unit are their parts, a reader chooses the unit.
    Distribution = 5, // All percentiles of times, on an axis that stretches the tail.
}

/// <summary>A choice that a reader has: the axis one of whose values is drawn, and which one at first.</summary>
/// <param name="Or">In a choice of lines the other axis: a value of one is fixed, the lines are those of the other; else null.</param>
/// <param name="IfSeveral">Whether there is a choice only where the axis has several values.</param>
public sealed record ReportChoice(string Axis, ReportPick Pick = ReportPick.First, string? Or = null, bool IfSeveral = false);

public enum ReportPick
{
    First = 0,
    Last = 1, // Of loads and counts a reader looks at the greatest.
    Best = 2, // The best step of each store, whatever its value.
}

/// <summary>A moment that is marked, in seconds, and what happened, with names of values in braces.</summary>
public sealed record ReportMark(string At, string Text);
