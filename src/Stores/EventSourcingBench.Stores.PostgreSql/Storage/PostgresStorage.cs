namespace EventSourcingBench.Stores.PostgreSql.Storage;

/// <summary>The size of the events, and the bytes written by the server.</summary>
internal sealed class PostgresStorage(PostgresDatabase database, IStoreInspector work) : IStorageMeter
{
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default) => new(
        await database.Query("141_data_bytes", r => r.GetInt64(0)).FirstOrDefaultAsync(cancellationToken),
        (await work.ReadWorkAsync(cancellationToken)).WrittenBytes);
}
