namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class OpeningTests() : PostgresOpeningTests(TimeSpan.FromSeconds(60), PostgresTest.Named("postgres"))
{
    protected override string Client => "Npgsql 10.";

    [Theory]
    [InlineData("on", "on", "on", DurabilityTier.Fsync)]
    [InlineData("on", "local", "on", DurabilityTier.Fsync)]
    [InlineData("off", "on", "on", DurabilityTier.Buffered)]
    [InlineData("on", "off", "on", DurabilityTier.Buffered)]
    [InlineData("on", "on", "off", DurabilityTier.Buffered)]
    public void Settings_make_the_tier(string fsync, string commit, string pages, DurabilityTier tier) =>
        PostgresDurability.Judge(new Dictionary<string, string>
        {
            ["fsync"] = fsync,
            ["synchronous_commit"] = commit,
            ["full_page_writes"] = pages,
            ["wal_sync_method"] = "fdatasync",
        }).Tier.ShouldBe(tier);

    [Theory]
    [InlineData("fsync", "on", "off")]
    [InlineData("synchronous_commit", "local", "off")]
    [InlineData("commit_delay", "0", "100")]
    [InlineData("wal_buffers", "16MB", "64kB")]
    [InlineData("max_wal_size", "4GB", "1GB")]
    [InlineData("checkpoint_timeout", "5min", "30s")]
    [InlineData("checkpoint_completion_target", "0.9", "0.5")]
    [InlineData("shared_buffers", "1TB", "128MB")]
    [InlineData("max_connections", "200", "20")]
    [InlineData("default_transaction_isolation", "read committed", "serializable")]
    [InlineData("random_page_cost", "1.1", "4")]
    [InlineData("huge_pages", "try", "off")]
    [InlineData("wal_buffers", "not a size", "8kB")]
    public void Settings_that_spoil_figures_come_with_advice(string name, string good, string bad)
    {
        PostgresAdvice.AddTo(new EffectiveSetting(name, good)).Advice.ShouldBeNull();
        PostgresAdvice.AddTo(new EffectiveSetting(name, bad)).Advice.ShouldNotBeNull().ShouldContain("set it to");
        PostgresAdvice.AddTo(new EffectiveSetting("another", bad)).Advice.ShouldBeNull();
    }

    protected override async Task<string> FailAsync(Action<NpgsqlConnectionStringBuilder> spoil)
    {
        var clock = Stopwatch.StartNew();
        var message = await base.FailAsync(spoil);

        // The contract's limit, not a matter of speed: the driver's own would be 15 s and more.
        clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(10));
        return message;
    }
}
