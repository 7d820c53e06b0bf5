namespace EventSourcingBench.Reporting;

/// <summary>The column that stands beside every rank: which share failed.</summary>
internal static class FailedColumn
{
    /// <summary>Of requests.</summary>
    public static TableColumn OfRequests { get; } = new("Failed", true)
    {
        Meaning = "Share of all requests that were given up because of version conflicts, that failed, or that had no answer. "
            + "Requests that a rule refused are not among them.",
    };

    /// <summary>Of events, in an ingest.</summary>
    public static TableColumn OfEvents { get; } = new("Failed", true)
    {
        Meaning = "Share of all events offered whose flush failed or has an unknown outcome.",
    };

    /// <summary>The share of requests.</summary>
    public static string Text(Cell cell) => Format.Percent(cell.Totals.FailedShare);
}
