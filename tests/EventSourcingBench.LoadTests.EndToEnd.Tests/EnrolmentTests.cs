namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite enrolment over both models, on what needs no server.</summary>
public sealed class EnrolmentTests : RunTest
{
    [Fact]
    public async Task Both_models_are_run_by_clients_and_preload_and_their_rules_are_verified()
    {
        var run = await VerifiedAsync(
            "enrolment --profile smoke --stores agg-sqlite,dcb-sqlite --clients 2 --warm-up 0 --duration 3s --no-ceiling");

        run.Steps.Select(s => (s.Store, s.Preload)).Order().ShouldBe(
            from store in new[] { "agg-sqlite", "dcb-sqlite" }
            from preload in new long?[] { 0, 240 }
            select (store, preload));
        run.Steps.ShouldAllBe(s => s.Verdict.Acknowledged > 0 && s.Throughput > 0);
        foreach (var (store, record) in run.Steps.Select(s => (s.Store, s.Enrolments.ShouldNotBeNull())))
        {
            // With DCB one event for each operation, with aggregates two for a joining.
            record.Events.ShouldBe(record.Operations + (store == "agg-sqlite" ? record.Joinings : 0));
            record.Joinings.ShouldBeGreaterThan(0);
        }

        ReadResult("report.html").ShouldContain("dcb-sqlite");
    }

    [Fact]
    public async Task Through_the_api_a_full_course_is_refused_the_rules_hold_and_each_second_is_reported_as_the_speedrun_prints_it()
    {
        var (ended, run) = await RunAsync(
            "enrolment --profile smoke --stores dcb-memory --clients 2 --preload 0 --hot-courses 1 --via http --duration 2s "
            + "--no-ceiling");

        var step = run.Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
        ended.Output.ShouldMatch(@"\[0:00:01s\] +\d+ iterations +\d+ ops +\d+ μs/op +\d+ ops/s");
        step.Enrolments.ShouldNotBeNull().CoursesFilled.ShouldBeGreaterThan(0);
        step.Operations.Where(o => o.Outcome == Outcome.Refused).Sum(o => o.ServiceTime.Count).ShouldBeGreaterThan(0);
    }
}
