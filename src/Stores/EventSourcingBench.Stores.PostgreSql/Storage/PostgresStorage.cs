using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// What the events take, and what the server has written: log and pages, of all its databases. The log's share is
/// exact; of pages the server tells with some seconds' delay.
/// </summary>
internal sealed class PostgresStorage(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors) : IStorageMeter
{
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        var data = await Query("141_data_bytes").FirstOrDefaultAsync(cancellationToken);
        return new StorageUse(data, await ReadWrittenAsync(cancellationToken));
    }

    private async Task<long?> ReadWrittenAsync(CancellationToken cancellationToken)
    {
        var major = await new PooledQuery<int>(
            pool, errors, "SELECT current_setting('server_version_num')::int / 10000", r => r.GetInt32(0), []).FirstOrDefaultAsync(cancellationToken);
        try
        {
            return await Query(Script(major)).FirstOrDefaultAsync(cancellationToken);
        }
        catch (StoreUnavailableException e) when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege })
        {
            // Somebody took the right to read statistics from the role: then nobody counts.
            return null;
        }
    }

    private static string Script(int major) => major switch
    {
        < 16 => "142_written",
        < 18 => "143_written_16",
        _ => "144_written_18",
    };

    private PooledQuery<long> Query(string script) => new(pool, errors, scripts.Get(script), r => r.GetInt64(0), []);
}
