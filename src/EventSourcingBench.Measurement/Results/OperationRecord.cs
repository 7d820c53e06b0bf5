namespace EventSourcingBench.Measurement.Results;

/// <summary>The times of one operation with one outcome. Errors are never among the successes.</summary>
public sealed record OperationRecord
{
    /// <summary>Such as <c>append</c>.</summary>
    public required string Operation { get; init; }

    /// <summary>How it ended.</summary>
    public required Outcome Outcome { get; init; }

    /// <summary>End minus actual start.</summary>
    public required HistogramRecord ServiceTime { get; init; }

    /// <summary>End minus intended start. In the closed model the same as the service time.</summary>
    public required HistogramRecord ResponseTime { get; init; }
}
