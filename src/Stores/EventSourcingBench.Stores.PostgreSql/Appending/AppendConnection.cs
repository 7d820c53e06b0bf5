using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>
/// A connection with the prepared statements of appends, and known stream versions. It opens on first use and again after a
/// failure. Its calls block: it belongs to a lane's thread.
/// </summary>
internal sealed class AppendConnection(PostgresDatabase database)
{
    private NpgsqlConnection? _connection;
    private NpgsqlCommand _appendOne = null!;
    private NpgsqlCommand _appendMany = null!;

    /// <summary>
    /// Committed versions as last seen. Versions only grow while the server runs, so each is a lower bound. They are dropped
    /// with the connection, because a server that lost commits (synchronous_commit=off) breaks it.
    /// </summary>
    public StreamVersions Versions { get; } = new();

    /// <summary>Opens the connection if it is closed.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was sent.</exception>
    public void Open()
    {
        if (_connection is not null)
        {
            return;
        }

        try
        {
            _connection = database.Pool.OpenConnection();
            _appendOne = Command(database.Scripts.Get("101_append_one"), array: false);
            _appendMany = Command(database.Scripts.Get("102_append_many"), array: true);
            _appendOne.Prepare();
            _appendMany.Prepare();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw database.Errors.Unavailable(e);
        }
    }

    /// <summary>
    /// Inserts the events at the computed versions, in one statement and one commit. If a version or an event's id was taken,
    /// nothing is inserted, the versions are forgotten, and the appends remain undecided.
    /// </summary>
    /// <param name="appends">The appends, with stream versions in <see cref="AppendPart.Base"/>. Their results are set.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke.</exception>
    public void Insert(IReadOnlyList<PendingAppend> appends)
    {
        Open();
        var parts = InOrder(appends);
        var command = parts is [{ Events: [var only] }]
            ? FillOne(_appendOne, parts[0], only)
            : FillMany(_appendMany, parts);
        try
        {
            using var reader = command.ExecuteReader();
            var done = ReadPositions(reader, parts);

            // The commit follows the rows: only the end of the answer acknowledges it.
            reader.NextResult();
            Accept(appends, parts, done);
        }
        catch (PostgresException e) when (IsLostRace(e))
        {
            foreach (var part in parts)
            {
                Versions.Forget(part.Stream);
            }
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            if (e is not PostgresException { InvariantSeverity: "ERROR" })
            {
                Close();
            }

            throw database.Errors.AfterSend(e);
        }
    }

    /// <summary>Reads the versions of streams, 0 for one that does not exist.</summary>
    public long[] ReadVersions(string[] streams) => Read(
        "103_stream_versions",
        new NpgsqlParameter<string[]> { TypedValue = streams, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text },
        reader => reader.GetInt64(0));

    /// <summary>Looks up events that may already exist.</summary>
    public FoundEvent[] Find(Guid[] eventIds) => Read(
        "104_find_events",
        new NpgsqlParameter<Guid[]> { TypedValue = eventIds, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Uuid },
        reader => new FoundEvent(reader.GetGuid(0), reader.GetString(1), reader.GetInt64(2), reader.GetInt64(3)));

    /// <summary>Returns the connection and drops the known versions.</summary>
    public void Close()
    {
        Versions.Clear();
        if (_connection is { } connection)
        {
            _connection = null;
            connection.Dispose();
        }
    }

    /// <summary>Another writer took the stream's version, or the event's id exists.</summary>
    public static bool IsLostRace(PostgresException e) =>
        e is { SqlState: PostgresErrorCodes.UniqueViolation, ConstraintName: "events_stream_version_key" or "events_event_id_key" };

    // All writers insert into streams in the same order, which prevents deadlocks.
    private static IReadOnlyList<AppendPart> InOrder(IReadOnlyList<PendingAppend> appends) => appends is [{ Parts.Count: 1 }]
        ? appends[0].Parts
        : [.. appends.SelectMany(a => a.Parts).OrderBy(p => p.Stream, StringComparer.Ordinal)];

    private static Appended[] ReadPositions(NpgsqlDataReader reader, IReadOnlyList<AppendPart> parts)
    {
        var done = new Appended[parts.Count];
        for (var i = 0; i < done.Length; i++)
        {
            var position = 0L;
            for (var row = 0; row < parts[i].Events.Count; row++)
            {
                reader.Read();
                position = reader.GetInt64(0);
            }

            done[i] = new Appended(parts[i].Base + parts[i].Events.Count, position);
        }

        return done;
    }

    private void Accept(IReadOnlyList<PendingAppend> appends, IReadOnlyList<AppendPart> parts, Appended[] done)
    {
        for (var i = 0; i < done.Length; i++)
        {
            Versions.Set(parts[i].Stream, done[i].StreamVersion);
        }

        if (appends.Count == 1 && done.Length == 1)
        {
            appends[0].Done = done;
            return;
        }

        var byPart = parts.Zip(done).ToDictionary(p => p.First, p => p.Second);
        foreach (var append in appends)
        {
            append.Done = [.. append.Parts.Select(p => byPart[p])];
        }
    }

    private T[] Read<T>(string script, NpgsqlParameter parameter, Func<NpgsqlDataReader, T> read)
    {
        Open();
        try
        {
            using var command = _connection!.CreateCommand();
            command.CommandText = database.Scripts.Get(script);
            command.Parameters.Add(parameter);
            command.Prepare();
            var found = new List<T>();
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                found.Add(read(reader));
            }

            return [.. found];
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Close();
            throw database.Errors.Unavailable(e);
        }
    }

    private NpgsqlCommand Command(string text, bool array)
    {
        var command = _connection!.CreateCommand();
        command.CommandText = text;
        var parameters = command.Parameters;
        _ = array
            ? parameters.Texts().Longs().Ids().Texts().Documents().OptionalDocuments()
            : parameters.With<string>(NpgsqlDbType.Text).With<long>(NpgsqlDbType.Bigint).With<Guid>(NpgsqlDbType.Uuid)
                .With<string>(NpgsqlDbType.Text).With<ReadOnlyMemory<byte>>(NpgsqlDbType.Json)
                .With<ReadOnlyMemory<byte>?>(NpgsqlDbType.Json);
        return command;
    }

    private static NpgsqlCommand FillOne(NpgsqlCommand command, AppendPart part, EventData data)
    {
        command.Parameters.Set(0, part.Stream);
        command.Parameters.Set(1, part.Base + 1);
        command.Parameters.Set(2, data.Id);
        command.Parameters.Set(3, data.Type);
        command.Parameters.Set(4, data.Data);
        command.Parameters.Set(5, data.Metadata.OrNull());
        return command;
    }

    private static NpgsqlCommand FillMany(NpgsqlCommand command, IReadOnlyList<AppendPart> parts)
    {
        var count = parts.Sum(p => p.Events.Count);
        var streams = new string[count];
        var versions = new long[count];
        var ids = new Guid[count];
        var types = new string[count];
        var data = new ReadOnlyMemory<byte>[count];
        var metadata = new ReadOnlyMemory<byte>?[count];
        var i = 0;
        foreach (var part in parts)
        {
            for (var n = 0; n < part.Events.Count; n++, i++)
            {
                var each = part.Events[n];
                streams[i] = part.Stream;
                versions[i] = part.Base + n + 1;
                ids[i] = each.Id;
                types[i] = each.Type;
                data[i] = each.Data;
                metadata[i] = each.Metadata.OrNull();
            }
        }

        command.Parameters.Set(0, streams);
        command.Parameters.Set(1, versions);
        command.Parameters.Set(2, ids);
        command.Parameters.Set(3, types);
        command.Parameters.Set(4, data);
        command.Parameters.Set(5, metadata);
        return command;
    }
}

/// <summary>The location of an event.</summary>
internal readonly record struct FoundEvent(Guid Id, string Stream, long Version, long Position);
