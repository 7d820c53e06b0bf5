namespace EventSourcingBench.LoadTests.Tests;

public sealed class NodesOptionTests
{
    [Fact]
    public void Numbers_of_nodes_are_read_and_each_makes_the_steps_of_its_store()
    {
        const string arguments = "--nodes 1,3,5 --counts 10,1000 --buffers 4KB --buffer-mode blocking --trials 2 --kill-node-at 1s";
        var preparation = RunPreparation.Make(TestTools.Settings("ingest", arguments), TimeProvider.System);

        preparation.Nodes.ShouldBe([1, 3, 5]);
        var labels = preparation.Nodes.Select(n => StoreTargets.Label("postgres-replicated", n)).ToList();
        labels.ShouldBe(["postgres-replicated (1 node)", "postgres-replicated (3 nodes)", "postgres-replicated (5 nodes)"]);
        var plan = StepPlan.Create(preparation.Workloads, _ => labels, preparation.Seed, together: false);
        plan.Steps.Select(s => (s.Store, IngestLoad.Of(s.Workload).Count))
            .ShouldBe(labels.SelectMany(l => new[] { (l, 10L), (l, 1_000L) }), ignoreOrder: true);
    }
}
