namespace EventSourcingBench.Stores.PostgreSql.Tests;

public abstract class LocalServerTest(string kind) : LimitedTest(seconds: 120)
{
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    protected string Work => _work.Path;

    protected override ValueTask EndAsync()
    {
        _work.Dispose();
        return base.EndAsync();
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
