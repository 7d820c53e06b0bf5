using EventSourcingBench.Stores.EventStoreDb.Tests;
using EventSourcingBench.Tests;

[assembly: AssemblyFixture(typeof(LogTestServer))]

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The server of all tests of an assembly.</summary>
public sealed class LogTestServer : IAsyncDisposable
{
    private static LogTestServer? _current;
    private readonly TestServer _server = new(Definition.Name);

    public LogTestServer() => _current = this;

    public static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    public static string Folder => _current!._server.Folder;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!._server.ConnectAsync(cancellationToken);

    /// <summary>Opens a store in a separate namespace.</summary>
    public static Task<IStore> OpenAsync(string connectionString, CancellationToken cancellationToken, params (string Key, string Value)[] options) =>
        Definition.OpenAsync(Context(connectionString, options), cancellationToken);

    public static StoreContext Context(string connectionString, params (string Key, string Value)[] options) => new()
    {
        Namespace = "t" + Guid.NewGuid().ToString("N"),
        DataFolder = Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
        ConnectionString = connectionString,
        Options = StoreOptions.Create(Definition.Options, options.ToDictionary(o => $"{Definition.Name}.{o.Key}", o => o.Value)),
    };

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
