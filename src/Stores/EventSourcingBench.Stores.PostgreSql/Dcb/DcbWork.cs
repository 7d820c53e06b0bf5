namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A read or an append that waits for the lane's next round trip.</summary>
internal abstract class DcbWork : LaneWork;

/// <summary>Work with a caller that waits for its result.</summary>
internal abstract class DcbWork<TResult> : DcbWork
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<TResult> _answer = new();
    private TResult _result = default!;
    private bool _hasResult;

    public Task<TResult> Answer => _answer.Task;

    public TResult Result
    {
        get => _result;
        set => (_result, _hasResult) = (value, true);
    }

    public override bool IsDecided => _hasResult || Failure is not null;

    public override void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else
        {
            _answer.TrySetResult(_result);
        }
    }
}

/// <summary>A read by types and tags. Its query has at least one item, each with a type or a tag.</summary>
internal sealed class PendingRead(DcbQuery query, long after, int limit) : DcbWork<DcbReadResult>
{
    public DcbQuery Query => query;

    public long After => after;

    public int Limit => limit;
}

/// <summary>An append that waits for its commit. Its condition's query is normalized.</summary>
internal sealed class PendingDcbAppend(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition) : DcbWork<DcbAppendResult>
{
    public IReadOnlyList<DcbEvent> Events => events;

    public DcbAppendCondition? Condition => condition;

    /// <summary>Commits are expensive: callers that are reading now are about to append, and can then share one.</summary>
    public override bool WaitsForCompany => true;

    /// <summary>Whether the events of another append, appended now, would fail this one's condition.</summary>
    public bool IsBlockedBy(PendingDcbAppend other)
    {
        if (condition is null)
        {
            return false;
        }

        foreach (var (happened, tags) in other.Events)
        {
            if (condition.FailIfMatches.Matches(happened.Type, tags))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the other append has an event with the same id: one of them is a retry.</summary>
    public bool SharesAnEventWith(PendingDcbAppend other)
    {
        foreach (var own in events)
        {
            foreach (var others in other.Events)
            {
                if (own.Event.Id == others.Event.Id)
                {
                    return true;
                }
            }
        }

        return false;
    }
}
