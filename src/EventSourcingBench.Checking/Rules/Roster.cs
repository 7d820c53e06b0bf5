namespace EventSourcingBench.Checking.Rules;

/// <summary>A limited number of places and who has them, folded from events in their order: the seats of a show, the students of a course,
/// the courses of a student.</summary>
/// <param name="keepsStates">Whether earlier states are asked for: 32 bytes an event.</param>
internal sealed class Roster(bool keepsStates)
{
    private readonly HashSet<int> _members = [];
    private readonly List<Entry> _entries = [];
    private int? _places;
    private int _openedBy = int.MaxValue;
    private bool _isSettled;

    public int Count { get; private set; }

    public bool IsOpen => _places is not null;

    public IReadOnlySet<int> Members => _members;

    /// <returns>What a condition should have prevented, or what goes beyond the places, in words; null where nothing is wrong.</returns>
    public (bool IsCondition, string What)? Take(RosterCommand command, int member, in Operation operation)
    {
        var complaint = Change(command, member);
        Count++;
        if (keepsStates)
        {
            var latestStart = Math.Max(operation.Start, _entries.Count == 0 ? long.MinValue : _entries[^1].LatestStart);
            _entries.Add(new Entry(latestStart, operation.LatestEffect, member, command.Change, _members.Count));
        }

        return complaint;
    }

    /// <summary>Whether one of the states that an operation may have seen explains that it was refused.</summary>
    public bool Explains(RosterRefusal refusal, RosterCommand command, int member, (int First, int Last) states) => refusal switch
    {
        RosterRefusal.Open => states.Last > _openedBy,
        RosterRefusal.Missing or RosterRefusal.SecondMissing => states.First <= _openedBy,
        RosterRefusal.NoSuchPlace => states.Last > _openedBy && (command.Number < 1 || command.Number > _places),
        RosterRefusal.Member => WasIn(member, states.First) || Changed(member, RosterChange.Add, states),
        RosterRefusal.NotMember => !WasIn(member, states.First) || Changed(member, RosterChange.Remove, states),
        RosterRefusal.Full or RosterRefusal.SecondFull => Enumerable.Range(states.First, states.Last - states.First + 1).Any(IsFull),
        _ => throw new ArgumentOutOfRangeException(nameof(refusal), refusal, "This is no refusal."),
    };

    /// <summary>The states that an operation may have seen: after what was acknowledged before it, before what began after it.</summary>
    public (int First, int Last) StatesWithin(in Operation asked)
    {
        Settle();
        var first = _entries.CountUpTo(asked.Start - 1, static e => e.EarliestEffectFromHere);
        return (first, Math.Max(first, _entries.CountUpTo(asked.End, static e => e.LatestStart)));
    }

    private (bool IsCondition, string What)? Change(RosterCommand command, int member)
    {
        switch (command.Change)
        {
            case RosterChange.Open when _places is not null:
                return (true, "is opened again");
            case RosterChange.Open:
                (_places, _openedBy) = (command.Number, Count);
                return null;
            case RosterChange.Add when !_members.Add(member):
                return (true, "gets a member that it has");
            case RosterChange.Remove when !_members.Remove(member):
                return (true, "loses a member that it does not have");
            case RosterChange.Add when _places is null:
                return (true, "gets a member before it is opened");
            case RosterChange.Add when _members.Count > _places || command.Number > _places:
                return (false, $"has more members than its {_places} places");
            default:
                return null;
        }
    }

    private bool WasIn(int member, int state) => state > 0
        && _entries.FindLastIndex(state - 1, e => e.Member == member && e.Change != RosterChange.Open) is >= 0 and var last
        && _entries[last].Change == RosterChange.Add;

    private bool Changed(int member, RosterChange change, (int First, int Last) states) =>
        _entries.FindIndex(states.First, states.Last - states.First, e => e.Member == member && e.Change == change) >= 0;

    private bool IsFull(int state) => state > _openedBy && _entries[state - 1].Size >= _places;

    // Then an entry has the earliest end of all entries from it on, so that these ends rise.
    private void Settle()
    {
        for (var i = _entries.Count - 2; !_isSettled && i >= 0; i--)
        {
            var earliest = Math.Min(_entries[i].EarliestEffectFromHere, _entries[i + 1].EarliestEffectFromHere);
            _entries[i] = _entries[i] with { EarliestEffectFromHere = earliest };
        }

        _isSettled = true;
    }

    private readonly record struct Entry(long LatestStart, long EarliestEffectFromHere, int Member, RosterChange Change, int Size);
}
