using EventSourcingBench.Hosting;

namespace EventSourcingBench.Stores.MongoDbNative.Tests;

/// <summary>The host's own words to a mongod that it started.</summary>
public sealed class InitiationTests
{
    [Fact]
    public async Task A_server_becomes_the_primary_of_a_replica_set()
    {
        await using var server = new WireServer(WireMode.Uninitiated);
        var limit = TestContext.Current.CancellationToken;
        (await MongoWire.IsPrimaryAsync(server.Port, limit)).ShouldBeFalse();
        (await MongoWire.InitiateAsync(server.Port, "rs0", limit)).ShouldBeNull();
        (await MongoWire.IsPrimaryAsync(server.Port, limit)).ShouldBeTrue();
        server.Config["config"]["_id"].AsString.ShouldBe("rs0");
        server.Config["config"]["members"][0]["host"].AsString.ShouldBe($"127.0.0.1:{server.Port}");
        (await MongoWire.InitiateAsync(server.Port, "rs0", limit)).ShouldBe("already initialized");
    }
}
