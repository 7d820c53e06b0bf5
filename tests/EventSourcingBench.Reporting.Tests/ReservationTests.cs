namespace EventSourcingBench.Reporting.Tests;

/// <summary>The suite reservation: each way of use is ranked by itself, with its races, beside the publication.</summary>
public sealed class ReservationTests
{
    private readonly SuiteModel _suite = Suite(Run(), "reservation");

    [Fact]
    public void Ways_of_use_of_one_store_are_told_apart()
    {
        _suite.Rankings.ShouldHaveSingleItem().Entries.Select(e => e.Store)
            .ShouldBe(["sqlite (single-writer, concurrent)", "sqlite (optimistic, concurrent)"], ignoreOrder: true);
    }

    [Fact]
    public void Races_and_tries_are_told_and_the_publication_stands_beside()
    {
        var races = _suite.Tables.Single(t => t.Caption.StartsWith("Seats, version conflicts and tries", StringComparison.Ordinal));
        races.Rows.Single(r => r[0].Contains("optimistic", StringComparison.Ordinal)).ShouldBe(
            ["sqlite (optimistic, concurrent)", "500/s", "1", "300", "100", "7", "40", "0.100", "4", "2", "3", "25"]);
        var published = _suite.Findings.Single(t => t.Caption == "Highest rates: published, and here");
        published.Note.ShouldStartWith("Published: Reactive Event Sourcing benchmarks, part 2");
        published.Rows.Count.ShouldBe(4 + 2);
    }

    [Fact]
    public void The_highest_rates_within_a_bound_are_told_with_what_more_nodes_bring()
    {
        var run = Run();
        var searched = run with
        {
            Steps = [.. run.Steps.Select(s => s with { SloSearch = SyntheticReservations.Search(
                s.Store.Contains("single", StringComparison.Ordinal) ? 900 : 600) })],
        };
        var three = run.Steps[1] with
        {
            Number = 9,
            Store = "sqlite (3 nodes) (single-writer, concurrent)",
            SloSearch = SyntheticReservations.Search(1_350),
            Details = Detail.Of(Record("single-writer") with { Nodes = 3 }),
        };
        var suite = Suite(searched with { Steps = [.. searched.Steps, three] }, "reservation");

        var highest = suite.Tables.Single(t => t.Caption == "Highest rate within the bound");
        highest.Rows.Select(r => string.Join(" | ", r)).ShouldBe(
        [
            "sqlite (3 nodes) (single-writer, concurrent) | p99 within 20 ms | 1,350 | 100% | 1.50 times | 12.0 | 2",
            "sqlite (single-writer, concurrent) | p99 within 20 ms | 900 | 67% | – | 12.0 | 2",
            "sqlite (optimistic, concurrent) | p99 within 20 ms | 600 | 44% | – | 12.0 | 2",
        ]);
        suite.Tables.Single(t => t.Caption.StartsWith("Rates that were tried", StringComparison.Ordinal)).Rows.Count.ShouldBe(6);
    }

    [Fact]
    public void Each_node_is_told_with_what_it_used_and_where_parts_were_pinned()
    {
        var run = Run();
        var step = run.Steps[1] with
        {
            Seconds = [Second(0, [new(0.5, 100 << 20), new(0.25, 90 << 20)]), Second(1, [new(1.0, 120 << 20), null])],
            Details = Detail.Of(Record("single-writer") with { Nodes = 2, NodePeakBytes = [150 << 20, 80 << 20] }),
        };
        var model = ReportBuilder.Build([run with
        {
            Run = run.Run with { Cpus = new Dictionary<string, string> { ["nodes"] = "1-2", ["client"] = "0,3" } },
            Steps = [step],
        }]);

        var table = model.Suites.Single(s => s.Name == "reservation").Tables
            .Single(t => t.Caption.StartsWith("CPU and memory of each process", StringComparison.Ordinal));
        table.Rows.Select(r => string.Join(" | ", r.Skip(3))).ShouldBe(
        [
            "client | 0.200 | 0.200 | 4.00 | 50.0",
            "node 1 of 2 | 0.750 | 1.00 | 15.0 | 150",
            "node 2 of 2 | 0.250 | 0.250 | 2.50 | 90.0",
            "database | 0.800 | 0.800 | 16.0 | 200",
        ]);
        model.Runs.Single().Environment.Rows.ShouldContain(r => r[0] == "CPUs that parts were pinned to"
            && r[1] == "client 0,3; nodes 1-2");
    }

    private static SecondRecord Second(int number, IReadOnlyList<NodeSample?> nodes) => new()
    {
        Second = number,
        Successes = 50,
        ClientCores = 0.2,
        ClientBytes = 50 << 20,
        ApiCores = nodes.Sum(n => n?.Cores ?? 0),
        ApiBytes = nodes.Sum(n => n?.Bytes ?? 0),
        ServerCores = 0.8,
        ServerBytes = 200 << 20,
        Nodes = nodes,
    };

    private static RunFolder Run()
    {
        var run = new SyntheticRun { Trials = 1 }
            .Add("reservation", "sqlite (optimistic, concurrent)", null, 500, throughput: 480)
            .Add("reservation", "sqlite (single-writer, concurrent)", null, 500, throughput: 500)
            .Build();
        return run with { Steps = [.. run.Steps.Select(s => s with { Details = Detail.Of(Record(s.Store)) })] };
    }

    private static ReservationRecord Record(string subject)
    {
        var side = subject.Contains("optimistic", StringComparison.Ordinal) ? "optimistic" : "single-writer";
        return SyntheticReservations.Record(side, "concurrent") with
        {
            Shows = 1_000,
            Reserved = 300,
            Cancelled = 100,
            Refused = 7,
            Conflicts = 2,
            LostRaces = 40,
            MostTries = 4,
            Resent = 3,
            ShowsTouched = 25,
            Measured = null,
        };
    }
}
