using JasperFx;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Lets Marten create or upgrade the schema of one namespace, and drops it.</summary>
internal sealed class MartenSchema(NpgsqlDataSource pool, MartenErrors errors, string schema)
{
    /// <summary>Whether the schema exists.</summary>
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

    /// <summary>Creates the missing objects of a document store.</summary>
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
                $"The schema '{schema}' already exists, from another version, and Marten cannot upgrade it without data loss. "
                    + $"Use another namespace, or drop it: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    /// <summary>Drops the schema and everything in it.</summary>
    /// <exception cref="StoreUnavailableException">It could not be dropped.</exception>
    public async Task DropAsync()
    {
        try
        {
            // A connection that broke while idle must not prevent the drop.
            pool.Clear();
            await using var command = pool.CreateCommand($"SET lock_timeout = '10s'; DROP SCHEMA IF EXISTS \"{schema}\" CASCADE;");
            await command.ExecuteNonQueryAsync();
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw new StoreUnavailableException(
                $"The schema of this run was not dropped. {errors.Unavailable(e).Message} Then run: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
    }
}
