using EventSourcingBench.Abstractions;
using JasperFx;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Lets Marten make, or bring up to date, the schema of one namespace; drops it.</summary>
internal sealed class MartenSchema(NpgsqlDataSource pool, MartenErrors errors, string schema)
{
    /// <summary>Whether the schema is there.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused.</exception>
    public async Task<bool> ExistsAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var command = pool.CreateCommand("SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)");
            command.Parameters.Add(new NpgsqlParameter { Value = schema });
            return (bool)(await command.ExecuteScalarAsync(cancellationToken))!;
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    /// <summary>Makes what a document store needs and the schema lacks.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused.</exception>
    public async Task CreateAsync(IDocumentStore store, CancellationToken cancellationToken)
    {
        try
        {
            await store.Storage.ApplyAllConfiguredChangesToDatabaseAsync(AutoCreate.CreateOrUpdate).WaitAsync(cancellationToken);
        }
        catch (Exception e) when (MartenErrors.IsRefusedMigration(e))
        {
            throw new StoreUnavailableException(
                $"The schema '{schema}' is there already, left by another version, and Marten cannot bring it up to date without loss. Take another namespace, or drop it: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    /// <summary>Removes the schema with all it holds.</summary>
    /// <exception cref="StoreUnavailableException">It is still there.</exception>
    public async Task DropAsync()
    {
        try
        {
            // A connection that broke while it was idle must not be what keeps the schema.
            pool.Clear();
            await using var command = pool.CreateCommand($"SET lock_timeout = '10s'; DROP SCHEMA IF EXISTS \"{schema}\" CASCADE;");
            await command.ExecuteNonQueryAsync();
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw new StoreUnavailableException(
                $"The schema of this run is left on the server. {errors.Unavailable(e).Message} Then: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
    }
}
