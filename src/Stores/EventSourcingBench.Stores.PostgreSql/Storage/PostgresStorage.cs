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
        return new StorageUse(data, await ReadWrittenAsync(cancellationToken));
    }

    private async Task<long?> ReadWrittenAsync(CancellationToken cancellationToken)
    {
        var major = await database.Ask("SELECT current_setting('server_version_num')::int / 10000", r => r.GetInt32(0))
            .FirstOrDefaultAsync(cancellationToken);
        try
        {
            return await Query(Script(major)).FirstOrDefaultAsync(cancellationToken);
        }
        catch (StoreUnavailableException e)
            when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege })
        {
            // The role may not read statistics: nothing is counted.
            return null;
        }
    }

    private static string Script(int major) => major switch
    {
        < 16 => "142_written",
        < 18 => "143_written_16",
        _ => "144_written_18",
    };

    private PooledQuery<long> Query(string script) => database.Query(script, r => r.GetInt64(0));
}
