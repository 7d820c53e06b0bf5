using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Storage;

/// <summary>
/// The size of the events, and the bytes written by the server: log and pages, of all its databases. The log's share is exact;
/// the server reports pages with a delay of some seconds.
/// </summary>
internal sealed class PostgresStorage(PostgresDatabase database) : IStorageMeter
{
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        var data = await Query("141_data_bytes").FirstOrDefaultAsync(cancellationToken);
        var major = await database.Ask("SELECT current_setting('server_version_num')::int / 10000", r => r.GetInt32(0))
            .FirstOrDefaultAsync(cancellationToken);
        try
        {
            var script = major < 16 ? "142_written" : major < 18 ? "143_written_16" : "144_written_18";
            return new StorageUse(data, await Query(script).FirstOrDefaultAsync(cancellationToken));
        }
        catch (StoreUnavailableException e)
            when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege })
        {
            // The role may not read statistics: nothing is counted.
            return new StorageUse(data, null);
        }
    }

    private PooledQuery<long> Query(string script) => database.Query(script, r => r.GetInt64(0));
}
