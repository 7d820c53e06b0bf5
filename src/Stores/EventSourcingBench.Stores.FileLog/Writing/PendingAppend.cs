using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>An append that waits for the writer.</summary>
internal sealed class PendingAppend(Payload payload, ExpectedVersion expected)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Payload Payload { get; } = payload;

    /// <summary>What the one stream must have; any for a bulk append.</summary>
    public ExpectedVersion Expected { get; } = expected;

    /// <summary>Where its frame begins, once the writer has placed it.</summary>
    public long Address { get; set; }

    /// <summary>Bytes of its frame; 0 where it lost.</summary>
    public int Length { get; set; }

    /// <summary>What it will be told once everything of its batch is safe.</summary>
    public AppendResult? Result { get; set; }

    public Task<AppendResult> Answer => _answer.Task;

    public void Succeed() => _answer.TrySetResult(Result!);

    public void Fail(Exception exception) => _answer.TrySetException(exception);
}
