namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Opens logs for the tests.</summary>
internal static class TestLog
{
    public static StoreDefinition Definition { get; } = new FileLogPlugin().Stores.Single();

    public static Task<IStore> OpenAsync(
        DirectoryInfo folder, string name = "bench", bool keepData = false, params (string Key, string Value)[] options) =>
        Definition.OpenAsync(Context(folder.FullName, name, keepData, options), CancellationToken.None);

    public static StoreContext Context(
        string folder, string name = "bench", bool keepData = false, params (string Key, string Value)[] options) => new()
        {
            Namespace = name,
            DataFolder = folder,
            Options = StoreOptions.Create(Definition.Options, options.ToDictionary(o => o.Key, o => o.Value)),
            KeepData = keepData,
        };
}
