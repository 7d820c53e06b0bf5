namespace EventSourcingBench.Checking.Rules;

/// <summary>
/// Why a rule refused an operation on rosters; <see cref="Measurement.Histories.Operation.Version"/> keeps it. Those that name no
/// second roster are of the operation's first key.
/// </summary>
public enum RosterRefusal
{
    /// <summary>It is open already.</summary>
    Open = 1,

    /// <summary>It was never opened.</summary>
    Missing = 2,

    /// <summary>The second one was never opened.</summary>
    SecondMissing = 3,

    /// <summary>It has no place of this number.</summary>
    NoSuchPlace = 4,

    /// <summary>The member is in it.</summary>
    Member = 5,

    /// <summary>The member is not in it.</summary>
    NotMember = 6,

    /// <summary>All its places are taken.</summary>
    Full = 7,

    /// <summary>All places of the second one are taken.</summary>
    SecondFull = 8,
}
