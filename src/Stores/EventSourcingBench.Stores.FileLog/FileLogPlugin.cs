namespace EventSourcingBench.Stores.FileLog;

public sealed class FileLogPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = "filelog", Options = FileLogOptions.All, OpenAsync = FileLogStore.OpenAsync }];
}
