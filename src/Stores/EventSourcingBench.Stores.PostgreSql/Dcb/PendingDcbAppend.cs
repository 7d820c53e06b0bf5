namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>An append that waits for its commit.</summary>
internal sealed class PendingDcbAppend(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition) : DcbWork
{
    // Continuations run inside SetResult; the lane chooses the thread of that call.
    private readonly TaskCompletionSource<DcbAppendResult> _answer = new();

    public IReadOnlyList<DcbEvent> Events { get; } = events;

    /// <summary>The condition; its query is normalized.</summary>
    public DcbAppendCondition? Condition { get; } = condition;

    public Task<DcbAppendResult> Answer => _answer.Task;

    public DcbAppendResult? Result { get; set; }

    /// <summary>Commits are expensive: callers that are reading now are about to append, and can then share one.</summary>
    public override bool WaitsForCompany => true;

    public override bool IsDecided => Result is not null || Failure is not null;

    /// <summary>Whether the events of another append, appended now, would fail this one's condition.</summary>
    public bool IsBlockedBy(PendingDcbAppend other)
    {
        if (Condition is null)
        {
            return false;
        }

        foreach (var happened in other.Events)
        {
            if (Condition.FailIfMatches.Matches(happened))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the other append has an event with the same id: one of them is a retry.</summary>
    public bool SharesAnEventWith(PendingDcbAppend other)
    {
        foreach (var own in Events)
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

    public override void Complete()
    {
        if (Failure is not null)
        {
            _answer.TrySetException(Failure);
        }
        else
        {
            _answer.TrySetResult(Result!.Value);
        }
    }
}
