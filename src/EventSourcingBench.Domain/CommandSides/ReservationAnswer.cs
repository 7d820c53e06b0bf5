namespace EventSourcingBench.Domain.CommandSides;

/// <summary>What became of a command.</summary>
/// <param name="Refusal">The rule that refused it; null when none did.</param>
/// <param name="Tries">How many appends it took, those that met a version conflict included; 0 where nothing was to be appended.</param>
/// <param name="Taken">The seats that are reserved, where a rule refused it.</param>
/// <param name="IsConflict">True when every try met a version conflict: nothing was appended.</param>
/// <param name="Version">
/// The version that the event has if it follows the version on which the decision was made; null where that is not known.
/// </param>
public readonly record struct ReservationAnswer(
    ReservationRefusal? Refusal, int Tries, IReadOnlyList<int>? Taken = null, bool IsConflict = false, long? Version = null)
{
    /// <summary>True when it was done, now or before.</summary>
    public bool IsAccepted => Refusal is null && !IsConflict;
}
