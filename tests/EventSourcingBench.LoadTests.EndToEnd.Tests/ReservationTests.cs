namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite reservation on what needs no server.</summary>
public sealed class ReservationTests : RunTest
{
    [Fact]
    public async Task Every_order_is_run_on_every_command_side_and_no_seat_is_sold_twice()
    {
        var run = await VerifiedAsync("reservation --profile smoke --stores memory --via direct --warm-up 0 --no-ceiling");

        run.Steps.Select(s => s.Store).Order().ShouldBe(
            (from side in new[] { "optimistic", "single-writer", "snapshot" }
             from order in new[] { "serial", "concurrent", "hot skew 1" }
             select $"memory ({side}, {order})").Order());
        run.Steps.ShouldAllBe(s => s.Verdict.Acknowledged > 20 && s.Throughput > 0);
        run.Steps.ShouldAllBe(s => s.Verdict.Text.Contains("no seat sold twice", StringComparison.Ordinal));
        run.Run.Stores.Select(s => s.Name).Order().ShouldBe(run.Steps.Select(s => s.Store).Order());
        foreach (var record in run.Steps.Select(s => s.Reservations.ShouldNotBeNull()))
        {
            record.Reserved.ShouldBeGreaterThan(0);
            record.Shows.ShouldBe(20);
            var measured = record.Measured.ShouldNotBeNull();
            measured.Goodput.ShouldBeGreaterThan(0);
            measured.SuccessesByTries.Sum().ShouldBeInRange(1, measured.Requests);
            measured.Fairness.ShouldNotBeNull().Index.ShouldBeInRange(0, 1);
        }

        ReadResult("report.html").ShouldContain("memory (single-writer, concurrent)");
    }

    [Fact]
    public async Task The_highest_rate_within_a_bound_is_searched_also_without_the_api()
    {
        var (_, run) = await RunAsync(
            "reservation --profile smoke --stores memory --via direct --request-order hot --skew 1.5 --command-handling single-writer "
            + "--rate 30 --threshold max<1us --slo p99=1us --duration 100ms --warm-up 0 --no-ceiling",
            exitCode: 1);

        var step = run.Steps.ShouldHaveSingleItem();
        step.Verdict.Text.ShouldContain("no seat sold twice");
        step.Reservations.ShouldNotBeNull().Skew.ShouldBe(1.5);
        var search = step.SloSearch.ShouldNotBeNull();
        search.Rate.ShouldBeNull();
        search.Probes.Count.ShouldBeGreaterThan(3);
        search.Probes.Select(p => p.Rate).ShouldBeInOrder(SortDirection.Descending);
        search.Broken.ShouldNotBeNull().ShouldBeLessThan(2);
        step.Thresholds.ShouldNotBeNull().ShouldHaveSingleItem().IsKept.ShouldBeFalse();
    }

    [Fact]
    public async Task Closed_copies_on_one_seat_are_refused_and_never_sell_it_twice()
    {
        var run = await VerifiedAsync(
            "reservation --profile smoke --stores memory --via direct --copies 8 --shows 1 --seats 1 --request-order hot --no-ceiling "
            + "--command-handling optimistic,single-writer --warm-up 0 --duration 500ms");

        run.Steps.Count.ShouldBe(2);
        run.Steps.Select(s => s.Reservations!).ShouldAllBe(r => r.Refused > 0);
    }

    [Nightly, Fact]
    public async Task A_node_that_is_killed_takes_no_acknowledged_reservation_with_it()
    {
        await Postgres.SkipWithoutAsync();
        var step = await VerifiedStepAsync(
            "reservation --profile smoke --stores postgres --api-nodes 3 --routing node --command-handling single-writer --no-ceiling "
            + "--request-order concurrent --warm-up 0 --duration 3s --kill-node-at 1s");

        step.Store.ShouldBe("postgres (3 API nodes) (single-writer, concurrent)");
        var death = step.Reservations!.NodeDeath.ShouldNotBeNull();
        death.What.ShouldContain("Node 3 of 3");
        death.Pause.ShouldBeGreaterThan(TimeSpan.Zero);
        step.Reservations!.Resent.ShouldBeGreaterThan(0);
        step.Seconds.ShouldAllBe(s => s.Nodes.Count == 3);
        step.Seconds[^1].Nodes.Count(n => n is not null).ShouldBe(2, "the node that was killed is away");
        step.Reservations!.NodePeakBytes.ShouldAllBe(b => b > 10 << 20);
    }

    [Nightly, Fact]
    public async Task Parts_of_a_run_are_pinned_and_the_record_says_so()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Processes are pinned on Linux only.");
        Assert.SkipUnless(Environment.ProcessorCount > 1, "there is one CPU only");
        await Postgres.SkipWithoutAsync();
        await using var runner = Start(
            "reservation --profile smoke --stores postgres --command-handling single-writer --request-order hot --warm-up 0 --no-ceiling "
            + "--duration 4s --cpus client=0,nodes=1,database=0-1 --passivate-after 1s --max-active-shows 10");

        await runner.SaysAsync("1 step");
        await Task.Delay(TimeSpan.FromSeconds(2), Cancel);
        var below = Processes.Below(runner.ProcessId);
        CpuAffinity.Of(runner.ProcessId)!.ToString().ShouldBe("0");
        below.Where(p => Processes.ProgramOf(p) == "dotnet").Select(p => CpuAffinity.Of(p)!.ToString()).ShouldBe(["1"]);
        var database = below.Where(p => Processes.ProgramOf(p).StartsWith("postgres", StringComparison.Ordinal)).ToList();
        database.ShouldNotBeEmpty();
        // A backend may have ended meanwhile.
        database.Select(CpuAffinity.Of).OfType<CpuSet>().ShouldAllBe(cpus => cpus.ToString() == "0-1");
        (await runner.EndAsync()).ShouldExitWith(0);
        var run = RunFolder.Read(Results);
        run.Run.Cpus.ShouldBe(
            new Dictionary<string, string> { ["client"] = "0", ["nodes"] = "1", ["database"] = "0-1" }, ignoreOrder: true);
        run.Steps.ShouldHaveSingleItem().Verdict.Passed.ShouldBeTrue();
        ReadResult("report.md").ShouldContain("client 0; database 0-1; nodes 1");
    }

    [Fact]
    public async Task Where_the_shows_cannot_be_created_nothing_is_verified()
    {
        var ended = await EndAsync(
            "reservation --profile smoke --stores memory --via direct --store-option memory.delay=500ms --timeout 50ms "
            + "--request-order hot --command-handling optimistic --no-ceiling");

        ended.ShouldExitWith(1);
        var step = RunFolder.Read(Results).Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeFalse();
        step.Verdict.Text.ShouldMatch("not verified: The show s[0-9]+ could not be created: no answer");
    }
}
