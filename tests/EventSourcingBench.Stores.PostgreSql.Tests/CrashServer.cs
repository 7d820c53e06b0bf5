using System.Globalization;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A server of the test's own that can be killed, and started again on the same data folder.</summary>
internal sealed class CrashServer : IAsyncDisposable
{
    private static readonly StoreDefinition Definition = new PostgresPlugin().Stores.Single(s => s.Name == "postgres");

    private readonly RunWorkFolder _work = RunWorkFolder.Create();
    private readonly PostgresSetup _setup;
    private readonly int _port;
    private SupervisedProcess? _process;
    private int _runs;

    private CrashServer(PostgresSetup setup, int port) => (_setup, _port) = (setup, port);

    private string Data => Path.Combine(_work.Path, "data");

    private string Cluster => Path.Combine(Data, "cluster");

    /// <summary>Makes a cluster and starts it; skips the test where there are no binaries.</summary>
    public static async Task<CrashServer> StartAsync()
    {
        var (setup, unavailable) = await PostgresSetup.FindAsync(PostgresBinaries.Find, "postgres", CancellationToken.None);
        Assert.SkipWhen(setup is null, $"{unavailable}");
        var server = new CrashServer(setup!, FreePorts.Take());
        await setup!.InitAsync(server.Data, server.Cluster, CancellationToken.None);
        await server.RestartAsync();
        return server;
    }

    /// <summary>Starts the server on what is on the disk, and waits until it serves.</summary>
    public async Task RestartAsync()
    {
        // A server that was killed leaves its state behind, which says that it serves.
        File.Delete(Path.Combine(Cluster, "postmaster.pid"));

        // The folder that goes with a process is not the one with the data.
        var run = Directory.CreateDirectory(Path.Combine(_work.Path, $"run-{(++_runs).ToString(CultureInfo.InvariantCulture)}")).FullName;
        var start = await PostgresProcess.StartAsync(_setup, run, Cluster, _port, [], CancellationToken.None);
        _process = start.Process.ShouldNotBeNull(start.LastWords);
    }

    /// <summary>Kills the server with all of its processes.</summary>
    public async Task KillAsync()
    {
        _process!.Kill();
        await _process.Exited;
        await _process.DisposeAsync();
    }

    /// <summary>Opens the store, whose data outlives it.</summary>
    public Task<IStore> OpenAsync() => Definition.OpenAsync(
        new StoreContext
        {
            Namespace = "crash",
            DataFolder = Path.GetTempPath(),
            ConnectionString = $"Host=127.0.0.1;Port={_port.ToString(CultureInfo.InvariantCulture)};Username={PostgresSetup.Superuser};Password={_setup.Password};Database=postgres",
            Options = StoreOptions.Create(Definition.Options, new Dictionary<string, string>()),
            KeepData = true,
        },
        CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        await _process!.DisposeAsync();
        _work.Dispose();
    }
}
