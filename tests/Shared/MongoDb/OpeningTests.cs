using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Tests;

public sealed class OpeningTests : WireTest
{
    [Fact]
    public async Task A_server_that_is_gone_is_named()
    {
        await Server.StopAsync();
        (await FailAsync(Server.ConnectionString)).ShouldContain($"No MongoDB server answers at 127.0.0.1:{Server.Port}");
    }

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        (await FailAsync($"mongodb://{silent.LocalEndpoint}/")).ShouldContain("No MongoDB server answers");
    }

    [Fact]
    public async Task A_server_that_runs_alone_is_told_how_to_be_a_replica_set()
    {
        await using var alone = new WireServer(WireMode.Standalone);
        var message = await FailAsync(alone.ConnectionString);
        message.ShouldContain("not a member of a replica set");
        message.ShouldContain("--replSet rs0");
        message.ShouldContain("rs.initiate()");
    }

    [Fact]
    public async Task A_server_that_runs_alone_where_a_replica_set_is_named_is_told_the_same()
    {
        await using var alone = new WireServer(WireMode.Standalone);
        var message = await FailAsync(alone.ConnectionString + "?replicaSet=rs7");
        message.ShouldContain("no member of the replica set 'rs7'");
        message.ShouldContain("rs.initiate()");
    }

    [Fact]
    public async Task A_replica_set_that_was_not_initiated_is_said()
    {
        await using var uninitiated = new WireServer(WireMode.Uninitiated);
        (await FailAsync(uninitiated.ConnectionString)).ShouldContain("has not been initiated. Say rs.initiate()");
    }

    [Fact]
    public async Task A_replica_set_without_a_primary_is_said()
    {
        await using var secondary = new WireServer(WireMode.Secondary);
        (await FailAsync(secondary.ConnectionString)).ShouldContain("has no primary");
    }

    [Fact]
    public async Task A_mongos_is_refused()
    {
        await using var mongos = new WireServer(WireMode.Mongos);
        (await FailAsync(mongos.ConnectionString)).ShouldContain("is a mongos");
    }

    [Theory]
    [InlineData(null)]
    [InlineData(" ")]
    [InlineData("mongodb://me:very-secret@[::1/?x")]
    [InlineData("postgres://me:very-secret@localhost")]
    public async Task A_connection_string_that_is_none_is_said_and_not_shown(string? connectionString)
    {
        var message = await FailAsync(connectionString);
        message.ShouldContain("EVENTSOURCINGBENCH_MONGODB");
        message.ShouldNotContain("secret");
    }

    private async Task<string> FailAsync(string? connectionString)
    {
        var began = Stopwatch.GetTimestamp();
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(Context(connectionString), Limit));
        // Five seconds are promised; the driver's limit of four is what keeps the promise. The rest is a busy machine's.
        Stopwatch.GetElapsedTime(began).ShouldBeLessThan(TimeSpan.FromSeconds(15));
        return thrown.Message;
    }
}
