using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>The parts of every store on Marten.</summary>
internal sealed record MartenParts(
    NpgsqlDataSource Pool,
    DocumentStores Factory,
    DocumentStore Store,
    DaemonWakeups Wakeups,
    MartenSchema Schema,
    PostgresErrors Server,
    StoreContext Context,
    bool IsNew)
{
    public MartenErrors Errors { get; } = new(Server);

    public SqlScripts Sql { get; } = new(Context.Namespace);

    /// <summary>Drops the schema if opening created it and the data is not kept; closes the connections.</summary>
    /// <exception cref="StoreUnavailableException">The schema could not be dropped.</exception>
    public async Task CloseAsync()
    {
        Store.Dispose();
        try
        {
            if (IsNew && !Context.KeepData)
            {
                await Schema.DropAsync();
            }
        }
        finally
        {
            await Pool.DisposeAsync();
        }
    }
}
