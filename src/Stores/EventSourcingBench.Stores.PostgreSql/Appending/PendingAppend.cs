namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append that waits for its commit. Its rows share one statement with all appends of the commit.</summary>
/// <param name="parts">One part per stream, in call order.</param>
internal abstract class PendingAppend(IReadOnlyList<AppendPart> parts) : LaneWork
{
    public IReadOnlyList<AppendPart> Parts { get; } = parts;

    /// <summary>The result per part; null until the append is committed.</summary>
    public IReadOnlyList<Appended>? Done { get; set; }

    /// <summary>The part whose stream does not have the expected version, and that stream's version.</summary>
    public (AppendPart Part, long Version)? Refused { get; set; }

    public override bool IsDecided => Done is not null || Refused is not null || Failure is not null;
}

/// <summary>An append with a caller that waits for its result.</summary>
internal sealed class PendingAppend<TResult>(IReadOnlyList<AppendPart> parts, Func<PendingAppend, TResult> result) : PendingAppend(parts)
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<TResult> _answer = new();

    public Task<TResult> Answer => _answer.Task;

    public override void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else
        {
            _answer.TrySetResult(result(this));
        }
    }
}

/// <summary>The part of an append for one stream.</summary>
internal sealed class AppendPart(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
{
    public string Stream { get; } = stream.Value;

    public ExpectedVersion Expected { get; } = expected;

    public IReadOnlyList<EventData> Events { get; } = events;

    /// <summary>The stream's version before this append, as known to the lane.</summary>
    public long Base { get; set; }
}
