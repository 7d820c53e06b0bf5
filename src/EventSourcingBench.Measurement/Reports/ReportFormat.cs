namespace EventSourcingBench.Measurement.Reports;

/// <summary>How a value is set.</summary>
public enum ReportFormat
{
    /// <summary>Three significant digits.</summary>
    Number = 0,

    /// <summary>An exact count.</summary>
    Count = 1,

    /// <summary>As it is.</summary>
    Text = 2,

    /// <summary>A share, as a percentage.</summary>
    Percent = 3,

    /// <summary>The median with its interval, or ≥ where it is a lower bound.</summary>
    Interval = 4,

    /// <summary>Bytes, as a person gives a size.</summary>
    Size = 5,

    /// <summary>Milliseconds, with the unit that suits them.</summary>
    Duration = 6,

    /// <summary>The median, with ≥ where it is a lower bound.</summary>
    Bounded = 7,
}
