namespace EventSourcingBench.Stores.Memory;

/// <summary>Offers <c>memory</c> and <c>dcb-memory</c>.</summary>
public sealed class MemoryStorePlugin : IStorePlugin
{
    private const string Delay = "memory.delay";

    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "memory",
            Options =
            [
                new StoreOption(Delay, StoreOptionKind.Duration, "0", "Delay of each append, 0 to 60s, to verify the measurement")
                {
                    Maximum = 60_000,
                },
            ],
            OpenAsync = OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-memory",
            OpenAsync = OpenDcbAsync,
        },
    ];

    private static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new MemoryStore(context.Time, context.Options.Duration(Delay)));
    }

    private static Task<IStore> OpenDcbAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new MemoryDcbStore());
    }
}
