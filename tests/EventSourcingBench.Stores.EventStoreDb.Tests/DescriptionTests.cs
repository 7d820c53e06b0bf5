namespace EventSourcingBench.Stores.EventStoreDb.Tests;

public sealed class DescriptionTests
{
    [Theory]
    [InlineData(1, Client.NodePreference.Leader, ReadConsistency.Linearizable)]
    [InlineData(1, Client.NodePreference.Random, ReadConsistency.Linearizable)]
    [InlineData(3, Client.NodePreference.Leader, ReadConsistency.Session)]
    [InlineData(null, Client.NodePreference.Leader, ReadConsistency.Session)]
    [InlineData(3, Client.NodePreference.Follower, ReadConsistency.Eventual)]
    [InlineData(3, Client.NodePreference.Random, ReadConsistency.Eventual)]
    public void Reads_follow_from_the_number_of_nodes_and_from_the_node_that_is_read(
        int? nodes, Client.NodePreference preference, ReadConsistency expected) =>
        LogDescription.Reads(nodes, preference).ShouldBe(expected);

    [Fact]
    public async Task The_number_of_nodes_is_read_from_the_server()
    {
        await using var store = await LogTestServer.OpenAsync(await LogTestServer.ConnectAsync(Cancel), Cancel);
        var description = await store.DescribeAsync(Cancel);
        var isAlone = description.Settings.Contains(new EffectiveSetting("ClusterSize", "1"));
        (description.Reads == ReadConsistency.Linearizable).ShouldBe(isAlone);
    }
}
