namespace EventSourcingBench.Measurement.Reports;

/// <summary>A chart of metrics over an axis, with its table.</summary>
/// <param name="Id">Unique in the suite.</param>
/// <param name="Title">What it shows; <c>{by load}</c> is by copies or by rate, <c>{at load}</c> at a rate or nothing.</param>
/// <param name="Text">How to read it, in a sentence or two; <c>{censored}</c> is what is said of requests without an answer,
/// <c>{service}</c> what is said of service times in the open model.</param>
/// <param name="Table">The same numbers as a table.</param>
public sealed record ChartSection(string Id, string Title, string Text, TableSection Table) : ReportSection
{
    /// <summary>How it is drawn.</summary>
    public ReportDrawing Drawing { get; init; }

    /// <summary>The horizontal axis; null for the size of the load, or for time.</summary>
    public string? X { get; init; }

    /// <summary>The vertical axis of a heat map.</summary>
    public string? Y { get; init; }

    /// <summary>What is drawn: metrics or values, or the names of times; a reader chooses among several.</summary>
    public IReadOnlyList<string> Metrics { get; init; } = [];

    /// <summary>What else a reader chooses.</summary>
    public IReadOnlyList<ReportChoice> Choices { get; init; } = [];

    /// <summary>The axis that names the lines. Default: the store.</summary>
    public string? Line { get; init; }

    /// <summary>An axis that is to have several values, else the chart is left out; null: none.</summary>
    public string? Several { get; init; }

    /// <summary>The axes that steps are sorted by; steps without one of them are left out. Default: as they come.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];

    /// <summary>Whether the value axis is logarithmic at first.</summary>
    public bool Logarithmic { get; init; }

    /// <summary>The seconds and the text of a moment that is marked in a timeline.</summary>
    public ReportMark? Mark { get; init; }
}

/// <summary>How a chart is drawn.</summary>
public enum ReportDrawing
{
    /// <summary>Lines over categories, or bars for a single one.</summary>
    Lines = 0,

    /// <summary>Boxes over categories: least, quartiles, greatest.</summary>
    Boxes = 1,

    /// <summary>A heat map of two axes.</summary>
    Heat = 2,

    /// <summary>Successes of each second of a trial.</summary>
    Seconds = 3,

    /// <summary>Lines of a percentile of times, which the reader chooses.</summary>
    Percentiles = 4,

    /// <summary>All percentiles of times, on an axis that stretches the tail.</summary>
    Distribution = 5,
}

/// <summary>A choice that a reader has: the axis one of whose values is drawn, and which one at first.</summary>
public sealed record ReportChoice(string Axis, ReportPick Pick = ReportPick.First)
{
    /// <summary>The other axis of a choice of lines: a value of either is fixed, and the lines are those of the other; else null.</summary>
    public string? Or { get; init; }

    /// <summary>Whether there is a choice only where the axis has several values.</summary>
    public bool IfSeveral { get; init; }
}

/// <summary>Which value of an axis is drawn at first.</summary>
public enum ReportPick
{
    /// <summary>The first.</summary>
    First = 0,

    /// <summary>The last: of loads and counts a reader looks at the greatest.</summary>
    Last = 1,

    /// <summary>The best step of each store, whatever its value.</summary>
    Best = 2,
}

/// <summary>A moment that is marked, in seconds, and what happened, with names of values in braces.</summary>
public sealed record ReportMark(string At, string Text);
