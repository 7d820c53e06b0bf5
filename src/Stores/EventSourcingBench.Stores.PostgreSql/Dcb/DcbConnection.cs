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
    private const long Undecided = 0;

    private readonly Dictionary<(object? Reading, object? Appending), NpgsqlBatch> _prepared = [];
    private NpgsqlConnection? _connection;

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
        var batch = Ask(reads, round);
        try
        {
            using var reader = batch.ExecuteReader();
            var found = reads.Count > 0 ? Read(reader, reads.Count) : [];
            var decided = round is null ? [] : ReadDecisions(reader);

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
        _prepared.Clear();
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
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw errors.Unavailable(e);
        }
    }

    private NpgsqlBatch Ask(IReadOnlyList<PendingRead> reads, DcbRound? round)
    {
        Open();
        var reading = reads.Count > 0 ? dialect.Reading(reads) : null;
        var appending = round is not null ? dialect.Appending(round) : null;
        try
        {
            var batch = Prepared(reading, appending);
            reading?.Fill(batch.BatchCommands[0], reads);
            appending?.Fill(batch.BatchCommands[^1], round!);
            return batch;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw errors.Unavailable(e);
        }
    }

    // There are few kinds of statements, and a batch has one or two of them.
    private NpgsqlBatch Prepared(DcbStatement<IReadOnlyList<PendingRead>>? reading, DcbStatement<DcbRound>? appending)
    {
        if (_prepared.TryGetValue((reading, appending), out var batch))
        {
            return batch;
        }

        batch = new NpgsqlBatch(_connection);
        foreach (var command in new[] { reading?.Declare(scripts), appending?.Declare(scripts) })
        {
            if (command is not null)
            {
                batch.BatchCommands.Add(command);
            }
        }

        batch.Prepare();
        return _prepared[(reading, appending)] = batch;
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

    private static long?[] ReadDecisions(NpgsqlDataReader reader)
    {
        if (reader.FieldCount > 1)
        {
            reader.NextResult();
        }

        reader.Read();
        return reader.GetFieldValue<long?[]>(0);
    }

    private void Answer(
        IReadOnlyList<PendingRead> reads, DcbReadResult[] found, DcbRound? round, long?[] decided)
    {
        for (var i = 0; i < found.Length; i++)
        {
            reads[i].Result = found[i];
            Head = Math.Max(Head, found[i].Head);
        }

        for (var i = 0; i < decided.Length; i++)
        {
            if (decided[i] != Undecided)
            {
                round!.Appends[i].Result = new DcbAppendResult(decided[i]);
                Head = Math.Max(Head, decided[i] ?? 0);
            }
        }
    }
}
