using SQLitePCL;

namespace EventSourcingBench.TestStore;

internal sealed class OpenedStore(StoreContext context) : IStore
{
    public StoreCapabilities Capabilities => StoreCapabilities.Persistent;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        Batteries_V2.Init();
        return Task.FromResult(new StoreDescription
        {
            ServerVersion = "SQLite " + raw.sqlite3_libversion().utf8_to_string(),
            ClientVersion = "test",
            Durability = DurabilityTier.Volatile,
            DurabilityReason = "It keeps nothing.",
            Mechanism = "None.",
            Settings =
            [
                new EffectiveSetting("folder", context.DataFolder),
                new EffectiveSetting("connection", context.ConnectionString ?? ""),
                .. context.Options.Values.Select(o => new EffectiveSetting(o.Key, o.Value)),
            ],
        });
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
