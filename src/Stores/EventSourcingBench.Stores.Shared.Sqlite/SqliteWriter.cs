using System.Threading.Channels;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>The single writer, on a thread that blocks on the disk: writes all that waits in one transaction, then answers all.</summary>
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
    private long _commits;

    /// <summary>Starts the thread, which owns the connection and calls back after each commit.</summary>
    public SqliteWriter(SqliteConnection connection, bool groupCommit, Action<SqliteConnection> committed)
    {
        (_connection, _committed, _most) = (connection, committed, groupCommit ? MostInACommit : 1);
        new Thread(Run) { IsBackground = true, Name = "sqlite writer" }.Start();
    }

    public long Commits => Interlocked.Read(ref _commits);

    /// <summary>Runs in a transaction, whose other parts are not affected by the outcome, and waits for the commit. An exception other
    /// than ArgumentException fails the transaction, and reaches the caller as it is.</summary>
    /// <param name="atCommit">Called right after the commit, for the result. Default: the result is that of the write.</param>
    /// <exception cref="ArgumentException">The arguments are invalid: nothing was written.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was written.</exception>
    /// <exception cref="OutcomeUnknownException">The commit failed.</exception>
    public async ValueTask<T> RunAsync<T>(
        Func<SqliteConnection, T> write, CancellationToken cancellationToken, Func<T>? atCommit = null)
    {
        var request = new WriteRequest<T>(write, atCommit, cancellationToken);
        try
        {
            // Waits while the queue is full.
            await _queue.Writer.WriteAsync(request, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw StoreClosing.Error(e);
        }

        return await request.Answer.WaitAsync(cancellationToken);
    }

    /// <summary>Writes, and returns the time right after the commit.</summary>
    public ValueTask<DateTimeOffset> SaveAsync(Action<SqliteConnection> write, TimeProvider time) => RunAsync<DateTimeOffset>(
        connection =>
        {
            write(connection);
            return default;
        },
        CancellationToken.None,
        time.GetUtcNow);

    /// <summary>Completes the current transaction, refuses queued requests, and closes the connection.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing = true;
        _queue.Writer.TryComplete();
        await _ended.Task;
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
            Fail(new StoreUnavailableException("The store was closed before this was written. Open it again to go on."));
            return;
        }

        var isWritten = false;
        var executed = requests[0];
        requests.ForEach(r => r.Times?.Enter(RequestPart.Store));
        try
        {
            _connection.Run("BEGIN IMMEDIATE");
            foreach (var request in requests)
            {
                executed = request;
                request.Execute(_connection);
            }

            isWritten = true;
            _connection.Run("COMMIT");
        }
        catch (Exception e)
        {
            // Any failure before the commit: nothing was written. One that is not SQLite's is that of a single request.
            var failure = RollBack(e);
            if (!isWritten && e is not SqliteException)
                executed.Failed(failure);

            Fail(isWritten ? new OutcomeUnknownException($"SQLite failed to commit. {failure.Message}", failure)
                : new StoreUnavailableException($"The transaction failed, and nothing was written. {failure.Message}", failure));
            return;
        }

        Interlocked.Increment(ref _commits);
        AfterCommit(() => _committed(_connection), Fail);
        foreach (var request in requests)
        {
            request.Times?.Enter(RequestPart.Adapter);
            AfterCommit(request.Committed, request.Failed);
        }

        void Fail(Exception exception) => requests.ForEach(r => r.Failed(exception));
    }

    // An unhandled exception would end the process. A failure after a commit fails the appends of this commit instead.
    private static void AfterCommit(Action callback, Action<Exception> failed)
    {
        try
        {
            callback();
        }
        catch (Exception e)
        {
            failed(new OutcomeUnknownException($"SQLite committed, and the store failed after it. {e.Message}", e));
        }
    }

    private Exception RollBack(Exception cause)
    {
        try
        {
            // SQLite rolls back automatically after severe errors.
            _connection.End("ROLLBACK");
            return cause;
        }
        catch (SqliteException e)
        {
            return new AggregateException(cause, e);
        }
    }
}

internal abstract class WriteRequest
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    /// <summary>Writes inside the transaction. Called on the writer's thread.</summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public abstract void Execute(SqliteConnection connection);

    public abstract void Committed();

    public abstract void Failed(Exception exception);
}

/// <param name="write">Writes. Without <paramref name="atCommit"/> it may refuse by ArgumentException, if it has written nothing.</param>
/// <param name="cancellationToken">Prevents the write, if it has not started.</param>
internal sealed class WriteRequest<TResult>(
    Func<SqliteConnection, TResult> write, Func<TResult>? atCommit, CancellationToken cancellationToken) : WriteRequest
{
    private readonly TaskCompletionSource<TResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task<TResult>? _result;

    public Task<TResult> Answer => _answer.Task;

    public override void Execute(SqliteConnection connection)
    {
        try
        {
            _result = cancellationToken.IsCancellationRequested ? Task.FromCanceled<TResult>(cancellationToken)
                : Task.FromResult(write(connection));
        }
        catch (ArgumentException e) when (atCommit is null)
        {
            _result = Task.FromException<TResult>(e);
        }
    }

    public override void Committed() => _answer.TrySetFromTask(atCommit is null ? _result! : Task.FromResult(atCommit()));

    public override void Failed(Exception exception) => _answer.TrySetException(exception);
}
