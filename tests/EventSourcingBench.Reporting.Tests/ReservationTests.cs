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
