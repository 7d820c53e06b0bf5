namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What the options of the load do to what is recorded.</summary>
public sealed class LoadOptionTests : RunTest
{
    private const string Short = "--profile smoke --warm-up 0 --no-ceiling --via direct";

    [Fact]
    public async Task Without_the_api_the_bars_of_a_file_are_sent_exactly_when_due_and_a_known_delay_and_the_projection_are_measured()
    {
        var file = Temp.Write("EURUSD.csv", """
            2020.09.01,00:00,1.19,1.20,1.18,1.19,100
            2020.09.01,00:01,1.19,1.20,1.18,1.19,200
            """);

        var run = await VerifiedAsync(
            $"projection {Short} --stores memory --rate 200 --duration 1s --data {file} --store-option memory.delay=20ms");
        run.Run.DataSource.ShouldContain("EURUSD.csv");
        var step = run.Steps.ShouldHaveSingleItem();
        (step.Rate, step.Copies, step.Operations.Sum(o => o.ServiceTime.Count)).ShouldBe((200, null, 200));
        var success = step.Operations.Single(o => o.Outcome == Outcome.Success);
        LatencyHistogram.FromRecord(success.ServiceTime).Percentile(50).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(20);
        BreakdownTests.ShouldBeInTheStore(step, isDirect: true);
        ReadResult("report.md").ShouldContain("ms the store's share is");
        run.Run.Stores.Single().Options["memory.delay"].ShouldBe("20ms");
        step.ProjectionDelay.ShouldNotBeNull().Count.ShouldBeGreaterThan(0);
        step.Seconds.ShouldAllBe(s => s.ApiCores == null);
    }

    [Nightly, Fact]
    public async Task Together_loads_the_stores_at_the_same_time()
    {
        var run = await VerifiedAsync($"append {Short} --stores memory,sqlite:tuned --rate 200 --duration 4s --together");
        run.Run.Together.ShouldBeTrue();
        var (one, two) = (run.Steps[0], run.Steps[1]);
        one.StartedAt.ShouldBeLessThan(two.StartedAt + two.Elapsed);
        two.StartedAt.ShouldBeLessThan(one.StartedAt + one.Elapsed);
    }

    [Nightly, Fact]
    public async Task A_store_with_a_server_is_measured_once_for_each_network_and_an_embedded_one_once()
    {
        await Postgres.SkipWithoutAsync();
        var run = await VerifiedAsync(
            $"append {Short} --servers local --stores memory,postgres:tuned --copies 1 "
            + "--network-delay none,20ms --network-bandwidth 100mbit");

        run.Steps.Select(s => s.Store).Order().ShouldBe(["memory", "postgres:tuned", "postgres:tuned (20ms away)"]);
        var delayed = run.Steps.Single(s => s.Store == "postgres:tuned (20ms away)").Operations.Single(o => o.Outcome == Outcome.Success);
        TimeSpan.FromMicroseconds(delayed.ServiceTime.MinMicroseconds).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(40);
        run.Run.Stores.Single(s => s.Name == "postgres:tuned (20ms away)").ServerOrigin
            .ShouldEndWith("through a relay, 20ms each way, 100 Mbit/s");
    }

    [Fact]
    public async Task A_store_whose_server_can_have_several_nodes_is_measured_once_for_each_number()
    {
        await Postgres.SkipWithoutAsync("etcd");
        var run = await VerifiedAsync($"append {Short} --servers local --stores etcd:tuned,memory --copies 2 --nodes 1,3");

        run.Steps.Select(s => s.Store).Order().ShouldBe(["etcd:tuned (1 node)", "etcd:tuned (3 nodes)", "memory"]);
        run.Run.Stores.Select(s => (s.Name, s.Durability)).ShouldContain(("etcd:tuned (3 nodes)", "replicated"));
    }

    [Nightly, Fact]
    public async Task A_server_is_killed_before_its_data_is_verified_and_serves_the_next_step()
    {
        await Postgres.SkipWithoutAsync();
        var run = await VerifiedAsync(
            "append --profile smoke --copies 1 --duration 200ms --warm-up 0 --no-ceiling --stores postgres:tuned --servers local "
            + "--trials 2 --verify-after-kill");
        run.Steps.ShouldAllBe(s => s.Verdict.Text.Contains("also after SIGKILL of its server", StringComparison.Ordinal));
    }
}
