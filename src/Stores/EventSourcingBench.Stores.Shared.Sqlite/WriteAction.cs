namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>Runs any write and returns the time right after the commit.</summary>
internal sealed class WriteAction(Action<SqliteConnection> write, TimeProvider time) : WriteRequest
{
    private readonly TaskCompletionSource<DateTimeOffset> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<DateTimeOffset> Answer => _answer.Task;

    public override void Execute(SqliteConnection connection) => write(connection);

    public override void Committed() => _answer.TrySetResult(time.GetUtcNow());

    public override void Failed(Exception exception) => _answer.TrySetException(exception);
}
