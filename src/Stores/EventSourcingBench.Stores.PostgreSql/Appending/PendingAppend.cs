using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>An append that waits for its commit.</summary>
internal sealed class PendingAppend(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
{
    // Continuations run inside SetResult; the lane decides where it calls that.
    private readonly TaskCompletionSource<AppendResult> _answer = new();

    public string Stream { get; } = stream.Value;

    public ExpectedVersion Expected { get; } = expected;

    public IReadOnlyList<EventData> Events { get; } = events;

    /// <summary>The stream's version before this append, as the lane believes it.</summary>
    public long Base { get; set; }

    public Task<AppendResult> Answer => _answer.Task;

    /// <summary>What is to be answered; null until it is known.</summary>
    public AppendResult? Result { get; set; }

    /// <summary>What is to be thrown instead.</summary>
    public Exception? Failure { get; set; }

    public bool IsDecided => Result is not null || Failure is not null;

    /// <summary>Answers, and runs what waits for the answer.</summary>
    public void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else
        {
            _answer.TrySetResult(Result!);
        }
    }
}
