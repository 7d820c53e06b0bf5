namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A read by types and tags.</summary>
internal sealed class PendingRead(DcbQuery query, long after, int limit) : DcbWork
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<DcbReadResult> _answer = new();

    /// <summary>The query's items, at least one, each with a type or a tag.</summary>
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
