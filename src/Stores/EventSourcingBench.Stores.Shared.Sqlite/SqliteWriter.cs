using System.Threading.Channels;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// The single writer. It writes all waiting requests in one transaction, commits, then completes each caller. New requests
/// queue up during the commit. It uses a dedicated thread because it mostly blocks on the disk.
/// </summary>
internal sealed class SqliteWriter : IAsyncDisposable
{
    private const int MostWaiting = 4096;
    private const int MostInACommit = 1024;

    private readonly Channel<WriteRequest> _queue = Channel.CreateBounded<WriteRequest>(
        new BoundedChannelOptions(MostWaiting) { SingleReader = true });

    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SqliteConnection _connection;
    private readonly Action<SqliteConnection> _committed;
    private readonly int _most;
    private volatile bool _closing;

    /// <summary>Starts the thread, which owns the connection and calls back after each commit.</summary>
    public SqliteWriter(SqliteConnection connection, bool groupCommit, Action<SqliteConnection> committed)
    {
        _connection = connection;
        _committed = committed;
        _most = groupCommit ? MostInACommit : 1;
        new Thread(Run) { IsBackground = true, Name = "sqlite writer" }.Start();
    }

    /// <summary>Runs in a transaction, whose other parts are not affected by the outcome, and waits for the commit.</summary>
    /// <exception cref="ArgumentException">The arguments are invalid: nothing was written.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was written.</exception>
    /// <exception cref="OutcomeUnknownException">The commit failed.</exception>
    public ValueTask<T> RunAsync<T>(Func<SqliteConnection, T> write, CancellationToken cancellationToken) =>
        EnqueueAsync(new WriteRequest<T>(write, atCommit: null, cancellationToken), cancellationToken);

    /// <summary>Writes, and returns the time right after the commit.</summary>
    /// <inheritdoc cref="RunAsync" />
    public ValueTask<DateTimeOffset> SaveAsync(Action<SqliteConnection> write, TimeProvider time) => EnqueueAsync(
        new WriteRequest<DateTimeOffset>(
            connection =>
            {
                write(connection);
                return default;
            },
            time.GetUtcNow,
            CancellationToken.None),
        CancellationToken.None);

    /// <summary>Completes the current transaction, refuses queued requests, and closes the connection.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing = true;
        _queue.Writer.TryComplete();
        await _ended.Task;
    }

    // Waits while the queue is full.
    private async ValueTask<T> EnqueueAsync<T>(WriteRequest<T> request, CancellationToken cancellationToken)
    {
        try
        {
            await _queue.Writer.WriteAsync(request, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw new StoreUnavailableException("The store was closed. Open it again to go on.", e);
        }

        return await request.Answer.WaitAsync(cancellationToken);
    }

    private void Run()
    {
        var requests = new List<WriteRequest>(MostInACommit);
        while (_queue.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            requests.Clear();
            while (requests.Count < _most && _queue.Reader.TryRead(out var request))
                requests.Add(request);

            Write(requests);
        }

        _connection.Dispose();
        _ended.SetResult();
    }

    private void Write(List<WriteRequest> requests)
    {
        if (_closing)
        {
            Fail(requests, new StoreUnavailableException("The store was closed before this was written. Open it again to go on."));
            return;
        }

        try
        {
            _connection.Run("BEGIN IMMEDIATE");
            foreach (var request in requests)
                request.Execute(_connection);
        }
        catch (Exception e)
        {
            // Any failure: nothing was written, and every caller gets the exception.
            var failure = RollBack(e);
            Fail(requests, failure is SqliteException
                ? new StoreUnavailableException($"SQLite refused to write, and nothing was written. {failure.Message}", failure)
                : failure);
            return;
        }

        try
        {
            _connection.Run("COMMIT");
        }
        catch (SqliteException e)
        {
            var failure = RollBack(e);
            Fail(requests, new OutcomeUnknownException($"SQLite failed to commit. {failure.Message}", failure));
            return;
        }

        if (Try(() => _committed(_connection)) is { } unsaid)
        {
            Fail(requests, new OutcomeUnknownException($"SQLite committed, and the store failed after it. {unsaid.Message}", unsaid));
            return;
        }

        foreach (var request in requests)
        {
            if (Try(request.Committed) is { } failure)
                request.Failed(new OutcomeUnknownException($"SQLite committed, and the store failed after it. {failure.Message}", failure));
        }
    }

    // An unhandled exception would end the process. A failure after a commit fails the appends of this commit instead.
    private static Exception? Try(Action callback)
    {
        try
        {
            callback();
            return null;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    private Exception RollBack(Exception cause)
    {
        try
        {
            // SQLite rolls back automatically after severe errors.
            if (!_connection.IsAutoCommit)
                _connection.Run("ROLLBACK");

            return cause;
        }
        catch (SqliteException e)
        {
            return new AggregateException(cause, e);
        }
    }

    private static void Fail(List<WriteRequest> requests, Exception exception)
    {
        foreach (var request in requests)
            request.Failed(exception);
    }
}
