using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>An append to several streams: its rows are in one statement with those of all appends that share the commit.</summary>
internal sealed class MultiStreamAppend(IReadOnlyList<AppendPart> parts) : PendingAppend
{
    // Continuations run inside SetResult; the lane decides where it calls that.
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
            _answer.TrySetResult(new NoneAppended(new StreamId(Refused!.Stream), new WrongExpectedVersion(Refused.Expected, ActualVersion)));
        }
    }
}
