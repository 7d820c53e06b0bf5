namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>An append to several streams, all or none.</summary>
internal sealed class MultiStreamRequest(
    IReadOnlyList<StreamAppend> appends,
    TimeProvider time,
    CancellationToken cancellationToken) : CallerRequest<MultiStreamResult>(cancellationToken)
{
    protected override MultiStreamResult Append(SqliteConnection connection)
    {
        var versions = new long[appends.Count];
        for (var i = 0; i < versions.Length; i++)
        {
            versions[i] = StreamRows.Version(connection, appends[i].Stream);
            if (!appends[i].Expected.Allows(versions[i]))
            {
                return (MultiStreamResult?)FindRetried(connection)
                    ?? new NoneAppended(appends[i].Stream, new WrongExpectedVersion(appends[i].Expected, versions[i]));
            }
        }

        var appended = new Appended[versions.Length];
        if (Savepoint.TryInsert(connection, isNeeded: true, () => InsertAll(connection, versions, appended)))
        {
            return new AllAppended(appended);
        }

        return FindRetried(connection)
            ?? throw new ArgumentException("An event id of the append to several streams already exists in the "
                + "store, from another append.");
    }

    private void InsertAll(SqliteConnection connection, long[] versions, Appended[] appended)
    {
        for (var i = 0; i < versions.Length; i++)
        {
            appended[i] = StreamRows.Insert(connection, appends[i].Stream, versions[i], appends[i].Events, time);
        }
    }

    private AllAppended? FindRetried(SqliteConnection connection)
    {
        var found = new Appended[appends.Count];
        for (var i = 0; i < found.Length; i++)
        {
            if (StreamRows.FindRetried(connection, appends[i].Stream, appends[i].Events) is not { } retried)
            {
                return null;
            }

            found[i] = retried;
        }

        return new AllAppended(found);
    }
}
