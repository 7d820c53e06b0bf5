namespace EventSourcingBench.Reporting;

/// <summary>Published results of the experiments that suites repeat. They are other machines' numbers, shown beside ours.</summary>
internal static class Published
{
    private const string Warning = " Another machine, another language: not comparable in absolute terms; compare the order and the ratios.";

    /// <summary>The published tables of a suite; none where none were found.</summary>
    public static IReadOnlyList<TableModel> TablesOf(string suite) => suite switch
    {
        "enrolment" => [Speedrun],
        "reservation" => [Reservations],
        _ => [],
    };

    // https://softwaremill.com/reactive-event-sourcing-benchmarks-part-2-postgresql/
    private static TableModel Reservations => new(
        "Published: Reactive Event Sourcing benchmarks, part 2 (Akka, PostgreSQL, load by Gatling; 10,000 shows of 50 seats, groups of 5 shows)." + Warning,
        [new("Nodes and CPUs"), new("Concurrent order, requests/s", true), new("p99", true), new("Serial order, requests/s", true)],
        [
            ["1 node, 2 CPUs", "1,000", "18 ms", Format.None],
            ["3 nodes, 2 CPUs each", "2,500", Format.None, "3,500"],
            ["1 node, 4 CPUs", "2,500", "20 ms", Format.None],
            ["3 nodes, 4 CPUs each", "4,000", Format.None, "7,000"],
        ]);

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
