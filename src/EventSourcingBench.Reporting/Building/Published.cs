namespace EventSourcingBench.Reporting;

/// <summary>Published results of the experiments that suites repeat. They are other machines' numbers, shown beside ours.</summary>
internal static class Published
{
    public const string Warning = " Another machine, another language: not comparable in absolute terms; compare the order and the ratios.";

    /// <summary>The published tables of a suite; none where none were found.</summary>
    public static IReadOnlyList<TableModel> TablesOf(string suite) => suite switch
    {
        "enrolment" => [Speedrun],
        _ => [],
    };

    // https://eventsourcing.readthedocs.io/en/latest/topics/examples/dcb-enrolment-speedrun.html
    private static TableModel Speedrun => new(
        "Published: the speedrun of the Python project eventsourcing (one client, 20 s; its hardware is not told)." + Warning,
        [new("Infrastructure"), new("Here"), new("Operations/s", true), new("Remark")],
        [
            ["event-sourced aggregates on PostgreSQL", "agg-postgres", "3,138", "two events for each enrolment: 115,060 events for 62,760 operations"],
            ["DCB on PostgreSQL, full-text search and a GIN index", "dcb-postgres-gin", "392", "2,144 at first, about 170 within seconds"],
            ["DCB on PostgreSQL, B+trees and a CTE", "dcb-postgres-btree", "2,880", "one event for each operation"],
            ["DCB on UmaDB", "dcb-umadb", "3,904", "one event for each operation"],
        ]);
}
