namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append to one stream.</summary>
internal sealed class SingleAppend(AppendPart part) : PendingAppend
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<AppendResult> _answer = new();

    public override IReadOnlyList<AppendPart> Parts { get; } = [part];

    public Task<AppendResult> Answer => _answer.Task;

    public override void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else
        {
            _answer.TrySetResult(Done is [var appended] ? appended : new WrongExpectedVersion(part.Expected, ActualVersion));
        }
    }
}
