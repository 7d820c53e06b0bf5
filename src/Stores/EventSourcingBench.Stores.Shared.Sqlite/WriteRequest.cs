namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A part of a transaction: the write, and the caller that waits for it.</summary>
internal abstract class WriteRequest
{
    /// <summary>Writes inside the transaction. Called on the writer's thread.</summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public abstract void Execute(SqliteConnection connection);

    /// <summary>The transaction was committed.</summary>
    public abstract void Committed();

    /// <summary>The transaction failed, or its outcome is unknown.</summary>
    public abstract void Failed(Exception exception);
}

/// <summary>Runs any write and returns the time right after the commit.</summary>
internal sealed class WriteAction(Action<SqliteConnection> write, TimeProvider time) : WriteRequest
{
    private readonly TaskCompletionSource<DateTimeOffset> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<DateTimeOffset> Answer => _answer.Task;

    public override void Execute(SqliteConnection connection) => write(connection);

    public override void Committed() => _answer.TrySetResult(time.GetUtcNow());

    public override void Failed(Exception exception) => _answer.TrySetException(exception);
}
