namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class ReplicatedOpeningTests() : PostgresTest("postgres-replicated")
{
    [Fact]
    public async Task Without_standbys_it_is_no_more_than_one_server()
    {
        Definition.Replicated.ShouldBeTrue();
        var description = await (await OpenAsync()).DescribeAsync(Limit);
        description.Durability.ShouldBe(DurabilityTier.Fsync);
        description.DurabilityReason.ShouldContain("No commit waits for another node's disk");
    }

    [Fact]
    public async Task A_store_of_several_hosts_leaves_no_connection_behind()
    {
        var given = new NpgsqlConnectionStringBuilder(ConnectionString);
        given.Host = $"{given.Host}:{given.Port},{given.Host}:{given.Port}";
        given.Remove("Port");
        var store = await Definition.OpenAsync(Context() with { ConnectionString = given.ConnectionString }, Limit);
        await AppendAsync(store, new StreamId("one"), Event());
        (await ConnectionsAsync()).ShouldBeGreaterThan(0);
        await store.DisposeAsync();
        while (await ConnectionsAsync() > 0)
            await Task.Delay(20, Limit); // A server process takes a moment to end.
    }

    [Fact]
    public async Task A_missing_primary_is_reported_with_the_variable_that_names_it()
    {
        var context = Context() with { ConnectionString = "Host=127.0.0.1:1,127.0.0.1:2;Username=nobody" };
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => Definition.OpenAsync(context, Limit));
        thrown.Message.ShouldContain("127.0.0.1:1,127.0.0.1:2");
        thrown.Message.ShouldContain("EVENTSOURCINGBENCH_POSTGRES_REPLICATED");
    }

    private async Task<long> ConnectionsAsync() =>
        (long)(await ScalarAsync(
            $"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{Namespace}' AND pid <> pg_backend_pid()"))!;
}
