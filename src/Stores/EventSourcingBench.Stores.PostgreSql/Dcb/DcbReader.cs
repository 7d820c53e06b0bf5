using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Long reads and the reads of subscriptions, on pooled connections.</summary>
internal sealed class DcbReader(NpgsqlDataSource pool, DcbDialect dialect, SqlScripts scripts, PostgresErrors errors)
{
    /// <summary>The matches of a normalized query, and the head at that moment.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public async ValueTask<DcbReadResult> ReadAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await pool.OpenConnectionAsync(cancellationToken);
            await using var command = connection.CreateCommand();
            Ask(command, query, after, limit);
            await command.PrepareAsync(cancellationToken);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            var events = new List<DcbRecordedEvent>();
            var head = 0L;
            while (await reader.ReadAsync(cancellationToken))
            {
                head = DcbRows.Head(reader);
                if (DcbRows.Event(reader) is { } recorded)
                {
                    events.Add(recorded);
                }
            }

            return new DcbReadResult(events, head);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    private void Ask(NpgsqlCommand command, DcbQuery query, long after, int limit)
    {
        if (query.Items.Count > 0)
        {
            PendingRead[] only = [new PendingRead(query, after, limit)];
            var statement = dialect.Reading(only);
            command.CommandText = statement.Text(scripts);
            statement.Fill(statement.Declare(command.Parameters), only);
            return;
        }

        command.CommandText = scripts.Get("312_dcb_read_all");
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = after });
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = limit });
    }
}
