using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>What became of a command.</summary>
/// <param name="Refusal">The rule that refused it; null when none did.</param>
/// <param name="Retries">Version conflicts on the way.</param>
/// <param name="IsConflict">True when every attempt met a version conflict: nothing was appended.</param>
/// <param name="Position">The position that was acknowledged; null where none was.</param>
/// <param name="After">
/// The version of the course's stream, or the head of the store, on which the decision was made; null where none was read.
/// </param>
public readonly record struct EnrolmentAnswer(
    EnrolmentRefusal? Refusal, int Retries, bool IsConflict = false, long? Position = null, long? After = null)
{
    /// <summary>True when it was done.</summary>
    public bool IsAccepted => Refusal is null && !IsConflict;
}
