using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>What became of a command.</summary>
/// <param name="Refusal">The rule that refused it; null when none did.</param>
/// <param name="Retries">How many races were lost on the way.</param>
/// <param name="IsConflict">True when every try lost its race: nothing was appended.</param>
public readonly record struct EnrolmentAnswer(EnrolmentRefusal? Refusal, int Retries, bool IsConflict = false)
{
    /// <summary>True when it was done.</summary>
    public bool IsAccepted => Refusal is null && !IsConflict;
}
