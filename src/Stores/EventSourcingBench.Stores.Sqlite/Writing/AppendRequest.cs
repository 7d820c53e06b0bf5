using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;
using SQLitePCL;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>One caller's append. Whatever becomes of it, the others in the transaction are not touched.</summary>
internal sealed class AppendRequest(
    StreamId stream,
    ExpectedVersion expected,
    IReadOnlyList<EventData> events,
    TimeProvider time,
    CancellationToken cancellationToken) : WriteRequest
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private AppendResult? _result;
    private ArgumentException? _mistake;

    public Task<AppendResult> Answer => _answer.Task;

    public override void Execute(SqliteConnection connection)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return;
        }

        var version = Version(connection);
        if (!expected.Allows(version))
        {
            _result = (AppendResult?)FindRetried(connection) ?? new WrongExpectedVersion(expected, version);
            return;
        }

        try
        {
            _result = Insert(connection, version);
        }
        catch (SqliteException e) when (e.Code == raw.SQLITE_CONSTRAINT)
        {
            // The version is right, as there is one writer: it is the id of an event that is there already.
            _result = FindRetried(connection);
            _mistake = _result is null
                ? new ArgumentException($"An event id of the append to {stream} is in the store already, from another append.")
                : null;
        }
    }

    public override void Committed()
    {
        if (_mistake is not null)
        {
            _answer.TrySetException(_mistake);
        }
        else if (_result is not null)
        {
            _answer.TrySetResult(_result);
        }
        else
        {
            _answer.TrySetCanceled(cancellationToken);
        }
    }

    public override void Failed(Exception exception) => _answer.TrySetException(exception);

    private long Version(SqliteConnection connection)
    {
        var statement = connection.Statement(Sql.StreamVersion).Bind(1, stream.Value);
        var version = statement.Step() ? statement.Int64(0) : 0;
        statement.Reset();
        return version;
    }

    private Appended Insert(SqliteConnection connection, long version)
    {
        // One statement is all or none by itself.
        var isBatch = events.Count > 1;
        if (isBatch)
        {
            connection.Run("SAVEPOINT append");
        }

        try
        {
            InsertEach(connection, version);
        }
        catch (SqliteException e) when (isBatch && e.Code == raw.SQLITE_CONSTRAINT)
        {
            connection.Run("ROLLBACK TO append");
            connection.Run("RELEASE append");
            throw;
        }

        if (isBatch)
        {
            connection.Run("RELEASE append");
        }

        return new Appended(version + events.Count, connection.LastInsertedRow);
    }

    private void InsertEach(SqliteConnection connection, long version)
    {
        var statement = connection.Statement(Sql.AppendEvent).Bind(1, stream.Value).Bind(7, time.GetUtcNow().UtcTicks);
        foreach (var data in events)
        {
            version++;
            statement.Bind(2, version).Bind(3, data.Id).Bind(4, data.Type).Bind(5, data.Data.Span);
            _ = data.Metadata.IsEmpty ? statement.BindNull(6) : statement.Bind(6, data.Metadata.Span);
            statement.Run();
        }
    }

    private Appended? FindRetried(SqliteConnection connection)
    {
        var first = Find(connection, events[0].Id);
        var last = Find(connection, events[^1].Id);
        return first is not null && last is not null && last.StreamVersion == first.StreamVersion + events.Count - 1 ? last : null;
    }

    private Appended? Find(SqliteConnection connection, Guid id)
    {
        var statement = connection.Statement(Sql.FindEvent).Bind(1, id).Bind(2, stream.Value);
        var found = statement.Step() ? new Appended(statement.Int64(1), statement.Int64(0)) : null;
        statement.Reset();
        return found;
    }
}
