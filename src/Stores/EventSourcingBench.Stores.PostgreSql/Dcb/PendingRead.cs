namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A read by types and tags. Its query has at least one item, each with a type or a tag.</summary>
internal sealed class PendingRead(DcbQuery query, long after, int limit) : LaneWork<DcbReadResult>
{
    public DcbQuery Query => query;

    public long After => after;

    public int Limit => limit;
}

/// <summary>An append that waits for its commit. Its condition's query is normalized.</summary>
internal sealed class PendingDcbAppend(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition) : LaneWork<DcbAppendResult>
{
    public IReadOnlyList<DcbEvent> Events => events;

    public DcbAppendCondition? Condition => condition;

    /// <summary>Commits are expensive: callers that are reading now are about to append, and can then share one.</summary>
    public override bool WaitsForCompany => true;

    /// <summary>Whether the events of another append, appended now, would fail this one's condition.</summary>
    public bool IsBlockedBy(PendingDcbAppend other)
    {
        if (condition is null)
            return false;

        foreach (var (happened, tags) in other.Events)
        {
            if (condition.FailIfMatches.Matches(happened.Type, tags))
                return true;
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
                    return true;
            }
        }

        return false;
    }
}

/// <summary>
/// Appends that one call of the server's function decides, as if they ran one after another. Appends that do not affect each
/// other are checked against the store. An append that conflicts with an earlier one is blocked by it: it fails if the earlier
/// one is appended, and otherwise waits for another round.
/// </summary>
internal sealed class DcbRound
{
    private readonly List<int> _blocked = [];
    private readonly List<int> _blockers = [];
    private readonly List<PendingDcbAppend> _appends;

    /// <summary>Selects the appends that can be decided together.</summary>
    /// <param name="undecided">Appends in order of arrival. A retry of a selected one is left for another round.</param>
    /// <param name="head">A position that the store has certainly reached: new events come after it.</param>
    public DcbRound(IReadOnlyList<PendingDcbAppend> undecided, long head)
    {
        _appends = new List<PendingDcbAppend>(undecided.Count);
        var free = new List<int>(undecided.Count);
        foreach (var append in undecided)
        {
            if (_appends.Exists(append.SharesAnEventWith))
                continue;

            var blockers = free.FindAll(n => append.IsBlockedBy(_appends[n]));
            if (blockers.Count == 0)
            {
                free.Add(_appends.Count);
            }
            else if (append.Condition!.After > head)
            {
                // Whether the blockers' events come after its position is not known.
                continue;
            }

            _blocked.AddRange(Enumerable.Repeat(_appends.Count, blockers.Count));
            _blockers.AddRange(blockers);
            _appends.Add(append);
        }
    }

    public IReadOnlyList<PendingDcbAppend> Appends => _appends;

    /// <summary>The indexes in <see cref="Appends"/> of the blocked appends, once per blocking append.</summary>
    public int[] Blocked => [.. _blocked];

    /// <summary>The indexes of the blocking appends, in the same order.</summary>
    public int[] Blockers => [.. _blockers];
}
