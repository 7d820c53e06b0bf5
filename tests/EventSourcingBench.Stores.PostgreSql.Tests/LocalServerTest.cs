using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A test of servers that are started from this machine's binaries.</summary>
public abstract class LocalServerTest(string kind) : IDisposable
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(120));
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    protected CancellationToken Limit => _limit.Token;

    protected string Work => _work.Path;

    public void Dispose()
    {
        _limit.Dispose();
        _work.Dispose();
        GC.SuppressFinalize(this);
    }

    protected async Task<ServerPool> PoolAsync()
    {
        var pool = new ServerPool(new ServerPoolOptions { WorkFolder = Work, Mode = "local" });
        if (await pool.CheckAsync(kind, Limit) is { } unavailable)
            Assert.Skip(unavailable.ToString());

        return pool;
    }

    protected static async Task<string> AskAsync(string connectionString, string sql, int node = 0)
    {
        var settings = new NpgsqlConnectionStringBuilder(connectionString) { Pooling = false, CommandTimeout = 60 };
        settings.Host = settings.Host!.Split(',')[node];
        await using var connection = new NpgsqlConnection(settings.ConnectionString);
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection);
        return Convert.ToString(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture)!;
    }
}
