using System.Threading.Channels;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// The one writer. It takes whatever waits, writes it in one transaction, commits, and then answers each caller: while
/// a commit is being forced to disk the next transaction's requests gather. A thread of its own, because it spends its
/// time waiting for the disk.
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

    /// <summary>Starts the thread.</summary>
    /// <param name="connection">The writer's own from now on.</param>
    /// <param name="groupCommit">False to give each request a commit of its own.</param>
    /// <param name="committed">Is called after each commit, before the callers are answered.</param>
    public SqliteWriter(SqliteConnection connection, bool groupCommit, Action<SqliteConnection> committed)
    {
        _connection = connection;
        _committed = committed;
        _most = groupCommit ? MostInACommit : 1;
        new Thread(Run) { IsBackground = true, Name = "sqlite writer" }.Start();
    }

    /// <summary>Puts the request in the queue; waits while the queue is full.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public async ValueTask EnqueueAsync(WriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            await _queue.Writer.WriteAsync(request, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw new StoreUnavailableException("The store was closed. Open it again to go on.", e);
        }
    }

    /// <summary>Lets the transaction in hand end, refuses what waits, and closes the connection.</summary>
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
            {
                requests.Add(request);
            }

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
            {
                request.Execute(_connection);
            }
        }
        catch (Exception e)
        {
            // Whatever it was: nothing is written, and every caller must hear of it.
            var told = RollBack(e);
            Fail(requests, told is SqliteException
                ? new StoreUnavailableException($"SQLite refused to write, and nothing was written. {told.Message}", told)
                : told);
            return;
        }

        try
        {
            _connection.Run("COMMIT");
        }
        catch (SqliteException e)
        {
            var told = RollBack(e);
            Fail(requests, new OutcomeUnknownException($"SQLite failed to commit. {told.Message}", told));
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
            {
                request.Failed(new OutcomeUnknownException($"SQLite committed, and the store failed after it. {failure.Message}", failure));
            }
        }
    }

    // An exception on the writer's thread would end the process: what follows a commit ends the appends that it is of.
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
            // SQLite rolls back by itself after the worst of errors.
            if (!_connection.IsAutoCommit)
            {
                _connection.Run("ROLLBACK");
            }

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
        {
            request.Failed(exception);
        }
    }
}
