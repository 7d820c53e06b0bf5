using EventSourcingBench.Stores.EventStoreDb.Tests;

[assembly: AssemblyFixture(typeof(LogTestServer))]

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The server of all tests of an assembly.</summary>
public sealed class LogTestServer() : AssemblyServer<LogTestServer>(Definition.Name)
{
    public static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    /// <summary>Opens a store in a separate namespace.</summary>
    public static Task<IStore> OpenAsync(
        string connectionString, CancellationToken cancellationToken, params (string Key, string Value)[] options) =>
        Definition.OpenAsync(Context(connectionString, options), cancellationToken);

    public static StoreContext Context(string connectionString, params (string Key, string Value)[] options) => Definition.NewContext(
        Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
        connectionString,
        [.. options.Select(o => ($"{Definition.Name}.{o.Key}", o.Value))]);
}
