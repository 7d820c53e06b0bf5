namespace EventSourcingBench.Stores.Marten.Stores;

public sealed class MartenPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "marten", Options = MartenOptions.Declared, OpenAsync = MartenStore.OpenAsync },
        new() { Name = "dcb-marten", Options = MartenOptions.DeclaredForDcb, OpenAsync = DcbMartenStore.OpenAsync },
    ];
}
