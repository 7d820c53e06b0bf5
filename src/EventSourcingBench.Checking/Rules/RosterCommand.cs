namespace EventSourcingBench.Checking.Rules;

/// <summary>
/// What an operation asks of the rosters of its keys, as <see cref="Measurement.Histories.Operation.Argument"/> keeps it.
/// </summary>
/// <param name="Change">What is asked.</param>
/// <param name="Number">How many places a new roster has; else the number of the place, 0 where members have no numbers.</param>
public readonly record struct RosterCommand(RosterChange Change, int Number = 0)
{
    private const int Changes = 4;

    /// <summary>As an operation keeps it.</summary>
    public int Argument => (Number * Changes) + (int)Change;

    /// <summary>The command of an operation.</summary>
    /// <param name="argument">See <see cref="Argument"/>.</param>
    public static RosterCommand Of(int argument) => new((RosterChange)(argument % Changes), argument / Changes);
}
