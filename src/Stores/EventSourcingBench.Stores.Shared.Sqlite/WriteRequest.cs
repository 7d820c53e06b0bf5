namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A part of a transaction: the write, and the caller that waits for it.</summary>
internal abstract class WriteRequest
{
    /// <summary>Writes inside the transaction. Called on the writer's thread.</summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public abstract void Execute(SqliteConnection connection);

    public abstract void Committed();

    /// <summary>The transaction failed, or its outcome is unknown.</summary>
    public abstract void Failed(Exception exception);
}

/// <inheritdoc />
/// <param name="write">Writes. Without <paramref name="atCommit"/> it may refuse with an <see cref="ArgumentException"/>, if it has
/// written nothing.</param>
/// <param name="atCommit">Called right after the commit, for the result. Default: the result is that of the write.</param>
/// <param name="cancellationToken">Prevents the write, if it has not started.</param>
internal sealed class WriteRequest<TResult>(
    Func<SqliteConnection, TResult> write, Func<TResult>? atCommit, CancellationToken cancellationToken) : WriteRequest
{
    private readonly TaskCompletionSource<TResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TResult _result = default!;
    private ArgumentException? _mistake;
    private bool _isDone;

    public Task<TResult> Answer => _answer.Task;

    public override void Execute(SqliteConnection connection)
    {
        if (cancellationToken.IsCancellationRequested)
            return;

        try
        {
            _result = write(connection);
            _isDone = true;
        }
        catch (ArgumentException e) when (atCommit is null)
        {
            _mistake = e;
        }
    }

    public override void Committed()
    {
        if (_isDone)
            _answer.TrySetResult(atCommit is null ? _result : atCommit());
        else if (_mistake is not null)
            _answer.TrySetException(_mistake);
        else
            _answer.TrySetCanceled(cancellationToken);
    }

    public override void Failed(Exception exception) => _answer.TrySetException(exception);
}
