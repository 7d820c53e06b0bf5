using System.CommandLine;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class NodesOptionTests
{
    [Fact]
    public void Numbers_of_nodes_are_read_and_each_makes_the_steps_of_its_store()
    {
        var suite = Suite.Find("ingest");
        var options = new RunOptions(suite);
        var command = new Command("ingest");
        options.AddTo(command);
        var parsed = command.Parse("--nodes 1,3,5 --counts 10,1000 --buffers 4KB --buffer-mode blocking --trials 2 --kill-node-at 1s");
        parsed.Errors.ShouldBeEmpty();

        var preparation = RunPreparation.Make(options.Read(parsed), TimeProvider.System);

        preparation.Nodes.ShouldBe([1, 3, 5]);
        var labels = preparation.Nodes.Select(n => StoreTargets.Label("postgres-replicated", n)).ToList();
        labels.ShouldBe(["postgres-replicated (1 node)", "postgres-replicated (3 nodes)", "postgres-replicated (5 nodes)"]);
        var plan = StepPlan.Create(preparation.Workloads, _ => labels, preparation.Seed, together: false);
        plan.Steps.Select(s => (s.Store, s.Ingest!.Count))
            .ShouldBe(labels.SelectMany(l => new[] { (l, 10L), (l, 1_000L) }), ignoreOrder: true);
    }

    [Theory]
    [InlineData("direct")]
    [InlineData("http")]
    public void Stores_are_reached_by_their_client_or_over_HTTP(string via)
    {
        var suite = Suite.Find("ingest");
        var options = new RunOptions(suite);
        var command = new Command("ingest");
        options.AddTo(command);

        var preparation = RunPreparation.Make(options.Read(command.Parse($"--via {via}")), TimeProvider.System);

        preparation.Workloads.ShouldHaveSingleItem().Suite.ShouldBe(suite);
    }

    [Theory]
    [InlineData(false, "embedded")]
    [InlineData(true, "embedded")]
    public async Task The_record_says_whether_it_was_over_HTTP(bool isRemote, string kept)
    {
        var store = new FakeStore(_ => new BulkWorld()) { IsRemote = isRemote };
        var workload = WorkloadFile.Load("ingest", "smoke").With(LoadParameters.Trials, "1");
        var step = new Step(1, Suite.Find("ingest"), workload, "fake", Trial: 1, Copies: null, Rate: null)
        {
            Ingest = new IngestLoad("blocking", 1_024, 10),
            Seed = 7,
        };

        var record = await new StepRunner(step, store, TestTools.With()).RunAsync(TestContext.Current.CancellationToken);

        (record.Ingest!.Remote, record.Ingest.ClusterType).ShouldBe((isRemote, kept));
    }
}
