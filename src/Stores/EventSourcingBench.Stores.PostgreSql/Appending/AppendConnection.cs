namespace EventSourcingBench.Stores.PostgreSql.Appending;

internal class AppendConnection(PostgresDatabase database) : LaneConnection(database)
{
    /// <summary>Committed versions as last seen. Versions only grow while the server runs, so each is a lower bound.</summary>
    public StreamVersions Versions { get; } = new();

    /// <summary>Inserts the events at the computed versions, in one statement and one commit. If a version or an event's id was taken,
    /// nothing is inserted, the versions are forgotten, and the appends remain undecided.</summary>
    /// <param name="appends">The appends, with stream versions in <see cref="AppendPart.Base"/>. Their results are set.</param>
    public void Insert(IReadOnlyList<PendingAppend> appends)
    {
        // All writers insert into streams in the same order, which prevents deadlocks.
        IReadOnlyList<AppendPart> parts = appends is [{ Parts.Count: 1 } only] ? only.Parts
            : [.. appends.SelectMany(a => a.Parts).OrderBy(p => p.Stream, StringComparer.Ordinal)];
        var command = Talk(() => parts is [{ Events.Count: 1 } part] ? One(part) : Prepared("102_append_many", to => Rows(to, parts)));
        try
        {
            Talk(() => Execute(command, parts), writes: true);
        }
        catch (PostgresException e) when (IsLostRace(e))
        {
            Versions.Forget(parts.Select(p => p.Stream));
            return;
        }

        foreach (var part in parts)
            Versions.Set(part.Stream, part.Done!.StreamVersion);

        foreach (var append in appends)
            append.Succeed();
    }

    /// <summary>Reads the versions of streams, 0 for one that does not exist.</summary>
    public void LearnVersions(string[] streams)
    {
        foreach (var (stream, version) in streams.Zip(Read("103_stream_versions", streams, reader => reader.GetInt64(0))))
            Versions.Set(stream, version);
    }

    /// <summary>Reads the versions that are not known yet.</summary>
    public void LearnUnknown(IEnumerable<string> streams)
    {
        string[] unknown = [.. streams.Where(s => !Versions.TryGet(s, out _))];
        if (unknown.Length > 0)
            LearnVersions(unknown);
    }

    public List<FoundEvent> Find(Guid[] eventIds) => Read("104_find_events", eventIds, row => FoundEvent.Read(row));

    public override void Close()
    {
        Versions.Clear();
        base.Close();
    }

    /// <summary>Another writer took the stream's version, or the event's id exists.</summary>
    protected static bool IsLostRace(PostgresException e) =>
        e is { SqlState: PostgresErrorCodes.UniqueViolation, ConstraintName: "events_stream_version_key" or "events_event_id_key" };

    /// <summary>Inserts the events of a new stream in a transaction that is not ended here, and returns the last position.</summary>
    public static async Task<long> InsertAsync(
        SqlScripts scripts, NpgsqlTransaction transaction, AppendPart part, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(scripts.Get("102_append_many"), transaction.Connection, transaction);
        Rows(new TypedParameters(command.Parameters), [part]);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        var position = 0L;
        while (await reader.ReadAsync(cancellationToken))
            position = reader.GetInt64(0);

        return position;
    }

    protected override bool IsAnswer(PostgresException e) => IsLostRace(e);

    private bool Execute(NpgsqlCommand command, IReadOnlyList<AppendPart> parts)
    {
        Mark(RequestPart.Store);
        using var reader = command.ExecuteReader();
        foreach (var part in parts)
        {
            var position = 0L;
            for (var row = 0; row < part.Events.Count; row++)
            {
                reader.Read();
                position = reader.GetInt64(0);
            }

            part.Done = new Appended(part.Base + part.Events.Count, position);
        }

        // The commit follows the rows: only the end of the answer acknowledges it.
        var isMore = reader.NextResult();
        Mark(RequestPart.Adapter);
        return isMore;
    }

    private List<T> Read<TKey, T>(string script, TKey[] keys, Func<NpgsqlDataReader, T> read) => Talk(() =>
    {
        var found = new List<T>();
        Mark(RequestPart.Store);
        using var reader = Prepared(script, parameters => parameters.Then(keys)).ExecuteReader();
        while (reader.Read())
            found.Add(read(reader));

        Mark(RequestPart.Adapter);
        return found;
    });

    private NpgsqlCommand One(AppendPart part) => Prepared("101_append_one", parameters =>
    {
        var data = part.Events[0];
        return parameters
            .Then(part.Stream).Then(part.Base + 1).Then(data.Id).Then(data.Type).Then(data.Data).Then(data.Metadata.OrNull());
    });

    private static TypedParameters Rows(TypedParameters parameters, IReadOnlyList<AppendPart> parts)
    {
        var rows = parts.SelectMany(p => p.Events.Select((e, n) => (p.Stream, Version: p.Base + n + 1, Event: e))).ToList();
        return parameters
            .Then(rows.Select(r => r.Stream).ToArray())
            .Then(rows.Select(r => r.Version).ToArray())
            .Then(rows.Select(r => r.Event.Id).ToArray())
            .Then(rows.Select(r => r.Event.Type).ToArray())
            .Then(rows.Select(r => r.Event.Data).ToArray())
            .Then(rows.Select(r => r.Event.Metadata.OrNull()).ToArray());
    }
}
