namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Appends that one call of the server's function decides, as if one came after the other. Those that do not hinder each
/// other are judged by what is in the store. One that an earlier one of them would hinder is blocked by it: it fails
/// when that one is appended, and has to wait for another round when it is not.
/// </summary>
internal sealed class DcbRound
{
    private readonly List<int> _blocked = [];
    private readonly List<int> _blockers = [];
    private readonly List<PendingDcbAppend> _appends;

    /// <summary>Takes what can be decided together.</summary>
    /// <param name="undecided">Appends in the order of their coming. A retry of one that is taken is left for another round.</param>
    /// <param name="head">A position that the store is known to have reached: what is appended now comes after it.</param>
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

    /// <summary>Who is blocked, as a number in <see cref="Appends"/>, once for each that blocks it.</summary>
    public int[] Blocked => [.. _blocked];

    /// <summary>By whom, at the same place.</summary>
    public int[] Blockers => [.. _blockers];
}
