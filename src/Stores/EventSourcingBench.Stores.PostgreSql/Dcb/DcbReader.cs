using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Reads on pooled connections of its own: what may be long, and what subscriptions look for.</summary>
internal sealed class DcbReader(NpgsqlDataSource pool, DcbDialect dialect, SqlScripts scripts, PostgresErrors errors)
{
    /// <summary>What a normal query finds, and the head at that moment.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public async ValueTask<DcbReadResult> ReadAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await pool.OpenConnectionAsync(cancellationToken);
            await using var batch = new NpgsqlBatch(connection) { BatchCommands = { Ask(query, after, limit) } };
            await batch.PrepareAsync(cancellationToken);
            await using var reader = await batch.ExecuteReaderAsync(cancellationToken);
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

    private NpgsqlBatchCommand Ask(DcbQuery query, long after, int limit)
    {
        if (query.Items.Count > 0)
        {
            PendingRead[] only = [new PendingRead(query, after, limit)];
            var statement = dialect.Reading(only);
            var command = statement.Declare(scripts);
            statement.Fill(command, only);
            return command;
        }

        return new NpgsqlBatchCommand(scripts.Get("312_dcb_read_all"))
        {
            Parameters = { new NpgsqlParameter<long> { TypedValue = after }, new NpgsqlParameter<long> { TypedValue = limit } },
        };
    }
}
