namespace EventSourcingBench.Stores.Marten.Stores;

/// <summary>Offers the stores <c>marten</c> and <c>dcb-marten</c>.</summary>
public sealed class MartenPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "marten", Options = MartenOptions.Declared, OpenAsync = MartenStore.OpenAsync },
        new() { Name = "dcb-marten", Options = MartenOptions.DeclaredForDcb, OpenAsync = DcbMartenStore.OpenAsync },
    ];
}
