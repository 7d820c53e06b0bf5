namespace EventSourcingBench.Checking.Rules;

/// <summary>What an operation asks of the rosters of its keys, as <see cref="Measurement.Histories.Operation.Argument"/> keeps it. The
/// number is how many places a new roster has; else the number of the place, 0 where members have no numbers.</summary>
internal readonly record struct RosterCommand(RosterChange Change, int Number = 0)
{
    private const int Changes = 4;

    public int Argument => (Number * Changes) + (int)Change;

    public static RosterCommand Of(int argument) => new((RosterChange)(argument % Changes), argument / Changes);
}

/// <summary>What an operation changes in a roster: it is opened, with a number of places; a member is added or removed.</summary>
internal enum RosterChange { Open = 0, Add = 1, Remove = 2 }

/// <summary>Why a rule refused an operation on rosters; <see cref="Measurement.Histories.Operation.Version"/> keeps it. Those that name no
/// second roster are of the operation's first key.</summary>
internal enum RosterRefusal
{
    Open = 1, // Already.
    Missing = 2, // It was never opened.
    SecondMissing = 3,
    NoSuchPlace = 4, // Of this number.
    Member = 5,
    NotMember = 6,
    Full = 7,
    SecondFull = 8,
}
