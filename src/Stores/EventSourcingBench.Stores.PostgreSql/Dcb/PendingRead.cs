namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A read by types and tags. Its query has at least one item, each with a type or a tag.</summary>
internal sealed record PendingRead(DcbQuery Query, long After, int Limit) : LaneWork<DcbReadResult>;

/// <summary>An append that waits for its commit. Its condition's query is normalized.</summary>
internal sealed record PendingDcbAppend(IReadOnlyList<DcbEvent> Events, DcbAppendCondition? Condition) : LaneWork<DcbAppendResult>
{
    /// <summary>Commits are expensive: callers that are reading now are about to append, and can then share one.</summary>
    public override bool WaitsForCompany => true;

    /// <summary>Whether the events of another append, appended now, would fail this one's condition.</summary>
    public bool IsBlockedBy(PendingDcbAppend other) =>
        Condition is not null && other.Events.Any(e => Condition.FailIfMatches.Matches(e.Event.Type, e.Tags));
}

/// <summary>Appends that one call of the server's function decides, as if they ran one after another. Appends that do not affect each
/// other are checked against the store. An append that conflicts with an earlier one is blocked by it: it fails if the earlier one is
/// appended, and otherwise waits for another round.</summary>
internal sealed class DcbRound
{
    /// <param name="undecided">Appends in order of arrival. A retry of a selected one is left for another round.</param>
    /// <param name="head">A position that the store has certainly reached: new events come after it.</param>
    public DcbRound(IReadOnlyList<PendingDcbAppend> undecided, long head)
    {
        var (free, ids) = (new List<int>(), new HashSet<Guid>());
        foreach (var append in undecided)
        {
            if (append.Events.Any(e => ids.Contains(e.Event.Id)))
                continue;

            var blockers = free.FindAll(n => append.IsBlockedBy(Appends[n]));

            // Whether the blockers' events come after its position is not known.
            if (blockers.Count > 0 && append.Condition!.After > head)
                continue;

            if (blockers.Count == 0)
                free.Add(Appends.Count);

            Blocked.AddRange(blockers.Select(_ => Appends.Count));
            Blockers.AddRange(blockers);
            Appends.Add(append);
            ids.UnionWith(append.Events.Select(e => e.Event.Id));
        }
    }

    public List<PendingDcbAppend> Appends { get; } = [];

    /// <summary>The indexes in <see cref="Appends"/> of the blocked appends, once per blocking append.</summary>
    public List<int> Blocked { get; } = [];

    /// <summary>The indexes of the blocking appends, in the same order.</summary>
    public List<int> Blockers { get; } = [];
}
