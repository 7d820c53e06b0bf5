namespace EventSourcingBench.Stores.PostgreSql.Dcb;

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
            {
                continue;
            }

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
