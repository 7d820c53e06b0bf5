using EventSourcingBench.Abstractions;

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
            Summary = "Lists in memory: the ceiling of the harness, with an optional known delay",
            Options =
            [
                new StoreOption(Delay, StoreOptionKind.Duration, "0", "Time added to each append, 0 to 60s: what the report must then measure")
                {
                    Maximum = 60_000,
                },
            ],
            OpenAsync = OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-memory",
            Summary = "Events with tags in memory: the ceiling of the DCB stores",
            Model = StoreModel.Dcb,
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
