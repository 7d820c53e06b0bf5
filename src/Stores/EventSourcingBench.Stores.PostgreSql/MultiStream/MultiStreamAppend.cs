namespace EventSourcingBench.Stores.PostgreSql.MultiStream;

/// <summary>An append to several streams. Its rows share one statement with all appends of the commit.</summary>
internal sealed class MultiStreamAppend(IReadOnlyList<AppendPart> parts) : PendingAppend
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<MultiStreamResult> _answer = new();

    public override IReadOnlyList<AppendPart> Parts { get; } = parts;

    public Task<MultiStreamResult> Answer => _answer.Task;

    public override void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else if (Done is not null)
        {
            _answer.TrySetResult(new AllAppended(Done));
        }
        else
        {
            _answer.TrySetResult(
                new NoneAppended(new StreamId(Refused!.Stream), new WrongExpectedVersion(Refused.Expected, ActualVersion)));
        }
    }
}
