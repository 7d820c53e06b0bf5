namespace EventSourcingBench.Reporting;

/// <summary>The reports of the suites, and those of the suites that need little beside what all have.</summary>
internal static class SuiteReports
{
    /// <summary>What stands beside published figures.</summary>
    public const string OtherMachine = " Another machine, another language: not comparable in absolute terms; compare the order and the "
        + "ratios.";

    private static readonly (string Term, string Text) Counterpart = (
        "Published counterpart",
        """
        The suites append and projection ask the questions of Malyi and Serdyuk, “Developing a Performance Evaluation Benchmark for Event
        Sourcing
        Databases” (Lviv Polytechnic National University, 2024, volume 15, pages 159 to 168). Their figures come from other hardware,
        stores and settings
        and are not comparable with these in absolute terms.
        """);

    private static readonly Dictionary<string, SuiteReport> Known = new(StringComparer.Ordinal)
    {
        ["append"] = new()
        {
            Rankings = RequestRankings.Of("appended"),
            Charts = cells =>
            {
                var charts = RequestCharts.Of(cells).ToList();
                charts.Insert(1, ScalabilityChart.Of(cells));
                return charts;
            },
            Terms =
            [
                Counterpart,
                (
                    "Universal scalability law",
                    """
                    <i>X(N) = λN / (1 + σ(N−1) + κN(N−1))</i> (Gunther, 2007), through all trials at four copies or more by nonlinear least
                    squares with no
                    parameter below 0. Where κ is above 0 the throughput peaks at √((1−σ)/κ) copies.
                    """),
            ],
        },
        ["projection"] = new() { Terms = [Counterpart] },
        ["enrolment"] = new() { Tables = cells => [Facts(cells), .. SloTable.Both(cells), Speedrun] },
        ["reservation"] = ReservationReport.Report,
        ["ingest"] = IngestReport.Report,
        ["growth"] = GrowthReport.Report,
    };

    private static readonly SuiteReport Unknown = new();

    /// <summary>All of them, in the order of their columns.</summary>
    public static IEnumerable<SuiteReport> All => Known.Values;

    /// <summary>That of a suite; of one that this version does not know, the common one.</summary>
    public static SuiteReport Of(string suite) => Known.GetValueOrDefault(suite, Unknown);

    // https://eventsourcing.readthedocs.io/en/latest/topics/examples/dcb-enrolment-speedrun.html
    private static TableModel Speedrun => new(
        "Published: the speedrun of the Python project eventsourcing (one client, 20 s; its hardware is not stated)." + OtherMachine,
        [new("Infrastructure"), new("Here"), new("Operations/s", true), new("Remark")],
        [
            ["event-sourced aggregates on PostgreSQL", "agg-postgres", "3,138", "two events for each enrolment: 115,060 events for 62,760 "
                + "operations"],
            ["DCB on PostgreSQL, full-text search and a GIN index", "dcb-postgres-gin", "392", "2,144 at first, about 170 within seconds"],
            ["DCB on PostgreSQL, B+trees and a CTE", "dcb-postgres-btree", "2,880", "one event for each operation"],
            ["DCB on UmaDB", "dcb-umadb", "3,904", "one event for each operation"],
        ]);

    private static TableModel Facts(IReadOnlyList<Cell> cells) => Table.Of(
        "One fact, how many events (warm-up included)",
        cells.Trials(t => t.Enrolments is not null).Select(t => (t.Cell, t.Step, Of: t.Step.Enrolments!)),
        [
            new("Store", t => t.Cell.Name), new("Load", t => t.Cell.Load.Label), new("Trial", t => t.Step.Trial),
            new("Operations", t => t.Of.Operations),
            new("of them joinings", t => t.Of.Joinings), new("Events", t => t.Of.Events),
            new("Events for an operation", t => t.Of.Operations == 0 ? null : (double)t.Of.Events / t.Of.Operations),
            new("Refused by a rule", t => t.Of.Refused), new("Version conflicts, each followed by another attempt", t => t.Of.Retries),
            new("Shared courses filled", t => t.Of.CoursesFilled),
        ]);
}
