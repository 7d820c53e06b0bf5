namespace EventSourcingBench.Api.Enrolments;

/// <summary>The result of a command.</summary>
/// <param name="Refusal">The rule that refused it; null if none did.</param>
/// <param name="Retries">The number of version conflicts.</param>
/// <param name="IsConflict">True if every attempt had a version conflict: nothing was appended.</param>
/// <param name="Position">The acknowledged position; null if there is none.</param>
/// <param name="After">
/// The version of the course's stream, or the head of the store, that the decision was based on; null if none was read.
/// </param>
public readonly record struct EnrolmentAnswer(
    EnrolmentRefusal? Refusal, int Retries, bool IsConflict = false, long? Position = null, long? After = null)
{
    /// <summary>True if the command was accepted.</summary>
    public bool IsAccepted => Refusal is null && !IsConflict;
}
