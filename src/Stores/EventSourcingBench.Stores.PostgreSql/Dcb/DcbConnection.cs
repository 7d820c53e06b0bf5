using EventSourcingBench.Abstractions;
using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// A connection with the prepared statements of readings and appends. It opens itself when it is used, and again after a
/// failure. Its calls block: it belongs to a lane's own thread.
/// </summary>
internal sealed class DcbConnection(NpgsqlDataSource pool, DcbDialect dialect, SqlScripts scripts, PostgresErrors errors) : IDisposable
{
    private NpgsqlConnection? _connection;
    private NpgsqlBatch? _reads;
    private NpgsqlBatch? _appends;
    private NpgsqlBatch? _both;

    /// <summary>
    /// A position that the store is known to have reached. It is forgotten with the connection, because a server that lost
    /// commits (synchronous_commit=off) breaks it.
    /// </summary>
    public long Head { get; private set; }

    /// <summary>Reads and appends in one round trip, each with its result. An append that a blocked one waits for may leave that undecided.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke while there were appends.</exception>
    /// <exception cref="PostgresException">The id of an event is in the store already; nothing was appended.</exception>
    public void Run(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        Open();
        var batch = (round is null ? _reads : reads.Count == 0 ? _appends : _both)!;
        if (reads.Count > 0)
        {
            dialect.Fill(batch.BatchCommands[0], reads);
        }

        if (round is not null)
        {
            dialect.Fill(batch.BatchCommands[^1], round);
        }

        try
        {
            using var reader = batch.ExecuteReader();
            var found = reads.Count > 0 ? Read(reader, reads.Count) : [];
            var decided = round is null ? [] : ReadDecisions(reader, round.Appends.Count);

            // The commit comes after the rows: only the end of the answer acknowledges it.
            reader.NextResult();
            Answer(reads, found, round, decided);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) && !PostgresErrors.IsKnownEvent(e))
        {
            if (e is not PostgresException { InvariantSeverity: "ERROR" })
            {
                Close();
            }

            throw round is null ? errors.Unavailable(e) : errors.AfterSend(e);
        }
    }

    /// <summary>The position of the last of these events; null when none of them is in the store.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public long? Find(Guid[] eventIds)
    {
        Open();
        try
        {
            using var command = new NpgsqlCommand(scripts.Get("313_dcb_find"), _connection);
            command.Parameters.Add(new NpgsqlParameter<Guid[]> { TypedValue = eventIds, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Uuid });
            return command.ExecuteScalar() as long?;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw errors.Unavailable(e);
        }
    }

    public void Dispose() => Close();

    private void Close()
    {
        Head = 0;
        _reads?.Dispose();
        _appends?.Dispose();
        _both?.Dispose();
        _connection?.Dispose();
        _connection = null;
    }

    private void Open()
    {
        if (_connection is not null)
        {
            return;
        }

        try
        {
            _connection = pool.OpenConnection();
            _reads = new NpgsqlBatch(_connection) { BatchCommands = { dialect.Read(scripts) } };
            _appends = new NpgsqlBatch(_connection) { BatchCommands = { dialect.Append(scripts) } };
            _both = new NpgsqlBatch(_connection) { BatchCommands = { dialect.Read(scripts), dialect.Append(scripts) } };
            _reads.Prepare();
            _appends.Prepare();
            _both.Prepare();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw errors.Unavailable(e);
        }
    }

    private static DcbReadResult[] Read(NpgsqlDataReader reader, int queries)
    {
        var found = new List<DcbRecordedEvent>[queries];
        var head = 0L;
        while (reader.Read())
        {
            head = DcbRows.Head(reader);
            var events = found[DcbRows.Number(reader) - 1] ??= [];
            if (DcbRows.Event(reader) is { } recorded)
            {
                events.Add(recorded);
            }
        }

        return Array.ConvertAll(found, events => new DcbReadResult(events, head));
    }

    private static (bool Known, long? Position)[] ReadDecisions(NpgsqlDataReader reader, int appends)
    {
        if (reader.FieldCount > 2)
        {
            reader.NextResult();
        }

        var decided = new (bool, long?)[appends];
        while (reader.Read())
        {
            decided[reader.GetInt32(0)] = (true, reader.IsDBNull(1) ? null : reader.GetInt64(1));
        }

        return decided;
    }

    private void Answer(
        IReadOnlyList<PendingRead> reads, DcbReadResult[] found, DcbRound? round, (bool Known, long? Position)[] decided)
    {
        for (var i = 0; i < found.Length; i++)
        {
            reads[i].Result = found[i];
            Head = Math.Max(Head, found[i].Head);
        }

        for (var i = 0; i < decided.Length; i++)
        {
            if (decided[i].Known)
            {
                round!.Appends[i].Result = new DcbAppendResult(decided[i].Position);
                Head = Math.Max(Head, decided[i].Position ?? 0);
            }
        }
    }
}
