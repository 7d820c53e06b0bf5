namespace EventSourcingBench.Stores.Memory;

public sealed class MemoryStorePlugin : IStorePlugin
{
    internal const string Delay = "memory.delay";
    internal const string DeliveryDelay = "memory.deliveryDelay";

    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "memory",
            Options =
            [
                new(Delay, StoreOptionKind.Duration, "0", "Delay of each append, 0 to 60s, to verify the measurement") { Maximum = 60_000 },
                new(DeliveryDelay, StoreOptionKind.Duration, "0", "Delay between the append of an event and its delivery to each "
                    + "subscription, 0 to 60s, to verify the measurement") { Maximum = 60_000 },
            ],
            OpenAsync = Opening.Of(context => new MemoryStore(context)),
        },
        new StoreDefinition { Name = "dcb-memory", OpenAsync = Opening.Of(_ => new MemoryDcbStore()) },
    ];
}
