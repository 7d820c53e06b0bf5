namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What <c>--cpus</c> takes.</summary>
public sealed class CpuPlanTests
{
    private static readonly CpuSet Four = CpuSet.Parse("0-3")!;

    [Theory]
    [InlineData("client=0,nodes=1,database=1", "0", "1", "1")]
    [InlineData("nodes=1-2", "0-3", "1-2", "0-3")]
    [InlineData("client=0,2, nodes = 1,3,database=0-3", "0,2", "1,3", "0-3")]
    public void Parts_get_what_they_were_given_and_others_all(string text, string client, string nodes, string database)
    {
        var plan = CpuPlan.Parse(text, Four);
        new[] { CpuPlan.Client, CpuPlan.Nodes, CpuPlan.Database }.Select(p => plan.Of(p).ToString()).ShouldBe([client, nodes, database]);
        plan.ToRecord().Count.ShouldBe(text.Count(c => c == '='));
    }

    [Theory]
    [InlineData("server=0", "'server'", "Valid are client, database, nodes.")]
    [InlineData("node=0", "did you mean nodes?")]
    [InlineData("0", "'0' is of no part", "client, nodes, database")]
    [InlineData("client=", "no list of CPUs for client")]
    [InlineData("client=a", "'a'", "such as")]
    [InlineData("client=0,nodes=1,client=2", "client twice")]
    [InlineData("nodes=3-4", "no CPU 4 for nodes", "0-3")]
    public void What_cannot_be_is_named_with_what_can(string text, params string[] words)
    {
        var complaint = Should.Throw<UserException>(() => CpuPlan.Parse(text, Four)).Message;
        words.ShouldAllBe(w => complaint.Contains(w, StringComparison.Ordinal), complaint);
    }
}
