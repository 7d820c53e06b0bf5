namespace EventSourcingBench.Tests;

public sealed class OpeningTests : MongoTest
{
    [Fact]
    public async Task A_server_that_is_gone_is_named() =>
        (await FailAsync("mongodb://127.0.0.1:1/")).ShouldContain("No MongoDB server is listening at 127.0.0.1:1");

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        (await FailAsync($"mongodb://{silent.LocalEndpoint}/")).ShouldContain("No MongoDB server is listening");
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

    [Fact]
    public void In_a_container_it_is_a_replica_set_whose_connection_string_says_so()
    {
        var container = MongoDbServer.Kind.Container.ShouldNotBeNull();
        string.Join(' ', container.Command).ShouldContain("--replSet rs0");
        container.ConnectionString(4711, "").ShouldContain("replicaSet=rs0");
        string.Join(' ', container.ReadyCommand).ShouldContain("isWritablePrimary");
    }

    private async Task<string> FailAsync(string? connectionString) =>
        (await Should.ThrowAsync<StoreUnavailableException>(() => Definition.OpenAsync(Context(connectionString), Limit))).Message;
}
