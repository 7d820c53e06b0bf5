using System.Diagnostics;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class OpeningTests() : PostgresOpeningTests(TimeSpan.FromSeconds(60))
{
    protected override StoreDefinition Definition { get; } = new PostgresPlugin().Stores.Single(s => s.Name == "postgres");

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

    protected override async Task<string> FailAsync(Action<NpgsqlConnectionStringBuilder> spoil)
    {
        var clock = Stopwatch.StartNew();
        var message = await base.FailAsync(spoil);

        // The contract's limit, not a matter of speed: the driver's own would be 15 s and more.
        clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(10));
        return message;
    }
}
