using EventSourcingBench.Abstractions;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>What every store on Marten is made of.</summary>
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

    /// <summary>Drops the schema, if opening made it and nobody wants to keep it; closes the connections.</summary>
    /// <exception cref="StoreUnavailableException">The schema is still there.</exception>
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
