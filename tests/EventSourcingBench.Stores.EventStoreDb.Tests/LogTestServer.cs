using EventSourcingBench.Hosting;
using EventSourcingBench.Stores.EventStoreDb.Tests;

[assembly: AssemblyFixture(typeof(LogTestServer))]

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>
/// The server of all tests of an assembly: the one of the environment's connection string, else one started from a
/// binary of this machine when a test first asks, stopped at the end; else the tests are skipped with the reason.
/// </summary>
public sealed class LogTestServer : IAsyncLifetime
{
    private static LogTestServer? _current;
    private RunWorkFolder? _folder;
    private ServerPool? _pool;

    public static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    public static string Folder => _current!._folder!.Path;

    public static async ValueTask<string> ConnectAsync(CancellationToken cancellationToken)
    {
        var pool = _current!._pool!;
        if (await pool.CheckAsync(Definition.Server!, cancellationToken) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return (await pool.AcquireAsync(Definition.Server!, cancellationToken)).ConnectionString;
    }

    /// <summary>Opens a store in a namespace of its own.</summary>
    public static Task<IStore> OpenAsync(string connectionString, CancellationToken cancellationToken, params (string Key, string Value)[] options) =>
        Definition.OpenAsync(Context(connectionString, options), cancellationToken);

    public static StoreContext Context(string connectionString, params (string Key, string Value)[] options) => new()
    {
        Namespace = "t" + Guid.NewGuid().ToString("N"),
        DataFolder = Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
        ConnectionString = connectionString,
        Options = StoreOptions.Create(Definition.Options, options.ToDictionary(o => $"{Definition.Name}.{o.Key}", o => o.Value)),
    };

    public ValueTask InitializeAsync()
    {
        _folder = RunWorkFolder.Create();
        _pool = new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path });
        _current = this;
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await _pool!.DisposeAsync();
        _folder!.Dispose();
    }
}
