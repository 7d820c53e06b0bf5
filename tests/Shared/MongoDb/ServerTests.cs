namespace EventSourcingBench.Tests;

/// <summary>How servers are run in a container. LocalServerTests has how they are started from a binary.</summary>
public sealed class ServerTests
{
    [Fact]
    public void In_a_container_it_is_a_replica_set_whose_connection_string_says_so()
    {
        var container = MongoDbServer.Kind.Container.ShouldNotBeNull();

        string.Join(' ', container.Command).ShouldContain("--replSet rs0");
        container.ConnectionString(4711, "").ShouldContain("replicaSet=rs0");
        string.Join(' ', container.ReadyCommand).ShouldContain("isWritablePrimary");
    }
}
