namespace EventSourcingBench.Measurement.Reports;

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
}
