namespace EventSourcingBench.Stores.FileLog;

/// <summary>Offers <c>filelog</c>.</summary>
public sealed class FileLogPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "filelog",
            Options = FileLogOptions.All,
            OpenAsync = FileLogStore.OpenAsync,
        },
    ];
}
