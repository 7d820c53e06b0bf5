namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>An append to one stream.</summary>
internal sealed class AppendRequest(
    StreamId stream,
    ExpectedVersion expected,
    IReadOnlyList<EventData> events,
    TimeProvider time,
    CancellationToken cancellationToken) : CallerRequest<AppendResult>(cancellationToken)
{
    protected override AppendResult Append(SqliteConnection connection)
    {
        var version = StreamRows.Version(connection, stream);
        if (!expected.Allows(version))
        {
            return (AppendResult?)StreamRows.FindRetried(connection, stream, events) ?? new WrongExpectedVersion(expected, version);
        }

        Appended? appended = null;
        if (Savepoint.TryInsert(
            connection, events.Count > 1, () => appended = StreamRows.Insert(connection, stream, version, events, time)))
        {
            return appended!;
        }

        // The version is correct, since there is a single writer: an event id already exists.
        return StreamRows.FindRetried(connection, stream, events)
            ?? throw new ArgumentException($"An event id of the append to {stream} already exists in the store, from another append.");
    }
}
