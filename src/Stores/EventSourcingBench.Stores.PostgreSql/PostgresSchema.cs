using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Creates and drops the schema of one namespace.</summary>
internal sealed class PostgresSchema(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors)
{
    private static readonly Version OldestServer = new(13, 0);

    /// <summary>Creates missing objects.</summary>
    /// <param name="tables">The scripts to run, in order.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>True if the schema is new.</returns>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused.</exception>
    public async Task<bool> CreateAsync(IReadOnlyList<string> tables, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await pool.OpenConnectionAsync(cancellationToken);
            if (connection.PostgreSqlVersion < OldestServer)
            {
                throw new StoreUnavailableException(
                    $"The server is PostgreSQL {connection.PostgreSqlVersion}; the store needs {OldestServer.Major} or newer "
                        + "(64-bit transaction ids). Upgrade it or use another server.");
            }

            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await LockAsync(connection, cancellationToken);
            var isNew = !await ExistsAsync(connection, cancellationToken);
            var create = isNew ? $"CREATE SCHEMA {scripts.QuotedSchema};" : "";
            await ExecuteAsync(connection, create + string.Concat(tables.Select(scripts.Get)), cancellationToken);
            await transaction.CommitAsync(cancellationToken);
            return isNew;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    /// <summary>Creates a projection's tables if they are missing.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused.</exception>
    public async Task CreateProjectionAsync(string projection, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await pool.OpenConnectionAsync(cancellationToken);
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await LockAsync(connection, cancellationToken);
            await ExecuteAsync(connection, scripts.Get("003_projection", projection), cancellationToken);
            await transaction.CommitAsync(cancellationToken);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
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
            await using var connection = await pool.OpenConnectionAsync();
            await ExecuteAsync(
                connection,
                $"SET lock_timeout = '10s'; DROP SCHEMA IF EXISTS {scripts.QuotedSchema} CASCADE;",
                CancellationToken.None);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw new StoreUnavailableException(
                $"The schema of this run was not dropped. {errors.Unavailable(e).Message} Then run: DROP SCHEMA "
                    + $"{scripts.QuotedSchema} CASCADE.", e);
        }
    }

    // Two processes that create the same schema concurrently would conflict in the catalogue.
    private async Task LockAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", connection)
        {
            Parameters = { new() { Value = scripts.Schema } },
        };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private async Task<bool> ExistsAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand("SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)", connection)
        {
            Parameters = { new() { Value = scripts.Schema } },
        };
        return (bool)(await command.ExecuteScalarAsync(cancellationToken))!;
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }
}
