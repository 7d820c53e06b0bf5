namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A PostgreSQL server of a test's own; the test is skipped with the reason where there can be none.</summary>
internal sealed class Postgres : IAsyncDisposable
{
    private const string Kind = "postgres";
    private readonly RunWorkFolder _folder = RunWorkFolder.Create();
    private readonly ServerPool _pool;

    private Postgres() => _pool = new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path, Mode = "local" });

    private ProvisionedServer Server { get; set; } = null!;

    public int ProcessId => Server.ProcessId!.Value;

    public string ConnectionString => Server.ConnectionString;

    /// <summary>The variable that names it to the command.</summary>
    public static string Variable => EnvironmentProvisioner.Variable(Kind);

    public static async Task<Postgres> StartAsync()
    {
        await SkipWithoutAsync();
        var postgres = new Postgres();
        postgres.Server = await postgres._pool.AcquireAsync(Kind);
        return postgres;
    }

    /// <summary>Skips the test where the command would not find a server's binaries.</summary>
    public static async Task SkipWithoutAsync()
    {
        await using var postgres = new Postgres();
        if (await postgres._pool.CheckAsync(Kind) is { } unavailable)
            Assert.Skip(unavailable.ToString());
    }

    public async ValueTask DisposeAsync()
    {
        await _pool.DisposeAsync();
        _folder.Dispose();
    }
}
