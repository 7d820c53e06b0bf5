namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>An append that waits for its result.</summary>
internal sealed record PendingAppend(StreamId Stream, ExpectedVersion Expected, IReadOnlyList<EventData> Events)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<AppendResult> Answer => _answer.Task;

    public void Done(long version, long position) => _answer.TrySetResult(new Appended(version, position));

    public void Lost(long actual) => _answer.TrySetResult(new WrongExpectedVersion(Expected, actual));

    public void Failed(Exception e) => _answer.TrySetException(e);
}
