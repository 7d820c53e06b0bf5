using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Memory;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>A store in memory with parts that are wrong. Its projections follow its own subscription.</summary>
/// <param name="log">Its events.</param>
/// <param name="events">Appends and reads them.</param>
/// <param name="subscription">Follows them.</param>
/// <param name="time">The clock.</param>
/// <param name="connectionString">What it says of itself besides; null for nothing.</param>
internal sealed class FaultyStore(
    MemoryLog log, IEventStore events, ICatchUpSubscription subscription, TimeProvider time, string? connectionString = null) : IStore
{
    private readonly ProjectionHost _projections = MemoryReadModel.CreateHost(subscription, time);

    public StoreCapabilities Capabilities => StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition;

    public IEventStore Events => events;

    public ICatchUpSubscription Subscription => subscription;

    public IProjectionHost Projections => _projections;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    {
        ServerVersion = $".NET {Environment.Version}",
        ClientVersion = $".NET {Environment.Version}",
        Durability = DurabilityTier.Volatile,
        DurabilityReason = "Events are in the memory of the process, and this store is wrong on purpose." + connectionString,
        Settings = connectionString is null ? [] : [new EffectiveSetting("connection", connectionString)],
        Mechanism = "Lists in memory, wrong in a known way, to test what must notice.",
    });

    public async ValueTask DisposeAsync()
    {
        await _projections.DisposeAsync();
        log.Close();
    }
}
