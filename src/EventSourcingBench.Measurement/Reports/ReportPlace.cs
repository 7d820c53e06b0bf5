namespace EventSourcingBench.Measurement.Reports;

/// <summary>Where a table stands.</summary>
public enum ReportPlace
{
    /// <summary>Folded, after the charts.</summary>
    Detail = 0,

    /// <summary>Before the charts: what was computed, and published results beside ours.</summary>
    Finding = 1,
}
