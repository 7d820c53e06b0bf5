using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>The suite reservation: each way of use is ranked by itself, with its races, beside the publication.</summary>
public sealed class ReservationTests
{
    private readonly SuiteModel _suite = ReportModel.Build([Run()]).Suites.Single(s => s.Name == "reservation");

    [Fact]
    public void Ways_of_use_of_one_store_are_told_apart()
    {
        _suite.Rankings.ShouldHaveSingleItem().Entries.Select(e => e.Store)
            .ShouldBe(["sqlite (single-writer, concurrent)", "sqlite (optimistic, concurrent)"], ignoreOrder: true);
    }

    [Fact]
    public void Races_and_tries_are_told_and_the_publication_stands_beside()
    {
        var races = _suite.Tables.Single(t => t.Caption.StartsWith("Seats, races and tries", StringComparison.Ordinal));
        races.Rows.Single(r => r[0].Contains("optimistic", StringComparison.Ordinal)).ShouldBe(
            ["sqlite (optimistic, concurrent)", "500/s", "1", "300", "100", "7", "40", "0.100", "4", "2", "25"]);
        _suite.Tables.ShouldContain(t => t.Caption.StartsWith("Published: Reactive Event Sourcing", StringComparison.Ordinal));
    }

    [Fact]
    public void The_highest_rates_within_a_bound_are_told_with_what_more_nodes_bring()
    {
        var run = Run();
        var searched = run with
        {
            Steps = [.. run.Steps.Select(s => s with { SloSearch = Search(s.Store.Contains("single", StringComparison.Ordinal) ? 900 : 600) })],
        };
        var three = run.Steps[1] with
        {
            Number = 9,
            Store = "sqlite (3 nodes) (single-writer, concurrent)",
            SloSearch = Search(1_350),
            Reservations = Record("single-writer") with { Nodes = 3 },
        };
        var suite = ReportModel.Build([searched with { Steps = [.. searched.Steps, three] }]).Suites.Single(s => s.Name == "reservation");

        var highest = suite.Tables.Single(t => t.Caption == "Highest rate within the bound");
        highest.Rows.Select(r => string.Join(" | ", r)).ShouldBe(
        [
            "sqlite (3 nodes) (single-writer, concurrent) | p99 within 20 ms | 1,350 | 100% | 1.50 times | 12.00 ms | 2",
            "sqlite (single-writer, concurrent) | p99 within 20 ms | 900 | 67% | – | 12.00 ms | 2",
            "sqlite (optimistic, concurrent) | p99 within 20 ms | 600 | 44% | – | 12.00 ms | 2",
        ]);
        suite.Tables.Single(t => t.Caption.StartsWith("Rates that were tried", StringComparison.Ordinal)).Rows.Count.ShouldBe(6);
    }

    private static SloSearchRecord Search(double rate) => new()
    {
        Slo = new SloRecord(99, TimeSpan.FromMilliseconds(20)),
        Rate = rate,
        Probes =
        [
            new SloProbe { Rate = rate, Response = TimeSpan.FromMilliseconds(12), Throughput = rate, Held = true },
            new SloProbe { Rate = rate * 2, Response = TimeSpan.FromMilliseconds(80), Throughput = rate, Held = false },
        ],
    };

    private static RunFolder Run()
    {
        var run = new SyntheticRun { Trials = 1 }
            .Add("reservation", "sqlite (optimistic, concurrent)", null, 500, throughput: 480)
            .Add("reservation", "sqlite (single-writer, concurrent)", null, 500, throughput: 500)
            .Build();
        return run with { Steps = [.. run.Steps.Select(s => s with { Reservations = Record(s.Store) })] };
    }

    private static ReservationRecord Record(string subject) => new()
    {
        Strategy = subject.Contains("optimistic", StringComparison.Ordinal) ? "optimistic" : "single-writer",
        Order = "concurrent",
        Store = "sqlite",
        Nodes = 1,
        Shows = 1_000,
        Seats = 50,
        Grouping = 5,
        Reserved = 300,
        Cancelled = 100,
        Refused = 7,
        Conflicts = 2,
        LostRaces = 40,
        MostTries = 4,
        ShowsTouched = 25,
    };
}
