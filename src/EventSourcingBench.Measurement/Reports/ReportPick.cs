namespace EventSourcingBench.Measurement.Reports;

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
