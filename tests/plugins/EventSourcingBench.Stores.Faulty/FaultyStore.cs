using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Memory;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>A store in memory with parts that are wrong. Its projections follow its own subscription.</summary>
internal sealed class FaultyStore(MemoryLog log, IEventStore events, ICatchUpSubscription subscription, TimeProvider time) : IStore
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
        DurabilityReason = "Events are in the memory of the process, and this store is wrong on purpose.",
        Mechanism = "Lists in memory, wrong in a known way, to test what must notice.",
    });

    public async ValueTask DisposeAsync()
    {
        await _projections.DisposeAsync();
        log.Close();
    }
}
