namespace EventSourcingBench.Reporting.Shapes;

/// <summary>The column that stands beside every rank: which share of the requests failed.</summary>
internal static class FailedColumn
{
    public static TableColumn Head { get; } = new("Failed", true)
    {
        Meaning = "Share of all requests that were given up because of version conflicts, that failed, or that had no answer. "
            + "Requests that a rule refused are not among them.",
    };

    public static Column<Cell> OfRequests { get; } = new(Head, Text);

    /// <summary>The share of requests.</summary>
    public static string Text(Cell cell) => Format.Percent(cell.Totals.FailedShare);
}
