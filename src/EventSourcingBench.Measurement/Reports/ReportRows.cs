namespace EventSourcingBench.Measurement.Reports;

/// <summary>What has a row in a table.</summary>
public enum ReportRows
{
    /// <summary>All trials of a store at a load.</summary>
    Steps = 0,

    /// <summary>Each trial.</summary>
    Trials = 1,
}
