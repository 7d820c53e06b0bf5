namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>An append that waits for the writer.</summary>
internal sealed class PendingAppend(Payload payload, ExpectedVersion expected)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Payload Payload { get; } = payload;

    /// <summary>The expected version of the single stream; any for a bulk append.</summary>
    public ExpectedVersion Expected { get; } = expected;

    /// <summary>The address of its frame, set by the writer.</summary>
    public long Address { get; set; }

    /// <summary>The size of its frame in bytes; 0 for a version conflict.</summary>
    public int Length { get; set; }

    /// <summary>The result, delivered once the whole batch is durable.</summary>
    public AppendResult? Result { get; set; }

    public Task<AppendResult> Answer => _answer.Task;

    public void Succeed() => _answer.TrySetResult(Result!);

    public void Fail(Exception exception) => _answer.TrySetException(exception);
}
