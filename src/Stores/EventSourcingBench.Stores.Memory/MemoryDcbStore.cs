namespace EventSourcingBench.Stores.Memory;

/// <summary>Events with tags in a list of this process. They are lost when the store is disposed.</summary>
internal sealed class MemoryDcbStore : IStore
{
    private readonly MemoryDcbLog _log = new();

    public StoreCapabilities Capabilities => StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition;

    public IDcbEventStore Dcb => _log;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    {
        ServerVersion = $".NET {Environment.Version}",
        ClientVersion = $".NET {Environment.Version}",
        Durability = DurabilityTier.Volatile,
        DurabilityReason = "Events are in the memory of the process and are lost when it ends.",
        Mechanism = "A list under one lock, with lists of positions by tag and by type.",
    });

    public ValueTask DisposeAsync()
    {
        _log.Close();
        return ValueTask.CompletedTask;
    }
}
