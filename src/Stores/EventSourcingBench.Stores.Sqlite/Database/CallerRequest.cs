namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>One caller's append. Its outcome does not affect the others in the transaction.</summary>
/// <typeparam name="TResult">The type of the result.</typeparam>
internal abstract class CallerRequest<TResult>(CancellationToken cancellationToken) : WriteRequest
{
    private readonly TaskCompletionSource<TResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TResult _result = default!;
    private ArgumentException? _mistake;
    private bool _isDone;

    /// <summary>Queues the request and waits for its commit.</summary>
    /// <exception cref="ArgumentException">The arguments are invalid: nothing was appended.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The commit failed.</exception>
    public async ValueTask<TResult> SendAsync(SqliteWriter writer)
    {
        await writer.EnqueueAsync(this, cancellationToken);
        return await _answer.Task.WaitAsync(cancellationToken);
    }

    public sealed override void Execute(SqliteConnection connection)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return;
        }

        try
        {
            _result = Append(connection);
            _isDone = true;
        }
        catch (ArgumentException e)
        {
            _mistake = e;
        }
    }

    public sealed override void Committed()
    {
        if (_isDone)
        {
            _answer.TrySetResult(_result);
        }
        else if (_mistake is not null)
        {
            _answer.TrySetException(_mistake);
        }
        else
        {
            _answer.TrySetCanceled(cancellationToken);
        }
    }

    public sealed override void Failed(Exception exception) => _answer.TrySetException(exception);

    /// <summary>Appends all or nothing, inside the transaction.</summary>
    /// <exception cref="ArgumentException">The arguments are invalid; nothing was appended.</exception>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    protected abstract TResult Append(SqliteConnection connection);
}
