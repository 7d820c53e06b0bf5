using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A reading by types and tags.</summary>
internal sealed class PendingRead(DcbQuery query, long after, int limit) : DcbWork
{
    // Continuations run inside SetResult; the lane decides where it calls that.
    private readonly TaskCompletionSource<DcbReadResult> _answer = new();

    /// <summary>Each item has a type or a tag, and there is one item or more.</summary>
    public DcbQuery Query { get; } = query;

    public long After { get; } = after;

    public int Limit { get; } = limit;

    public Task<DcbReadResult> Answer => _answer.Task;

    public DcbReadResult? Result { get; set; }

    public override bool IsDecided => Result is not null || Failure is not null;

    public override void Complete()
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
