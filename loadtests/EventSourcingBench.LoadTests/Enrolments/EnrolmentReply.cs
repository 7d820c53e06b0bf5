namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>What became of one operation.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Refusal">The rule that refused it; null where none did.</param>
/// <param name="Conflicts">Version conflicts on the way.</param>
/// <param name="Error">What went wrong; null where nothing did.</param>
/// <param name="Position">The position that was acknowledged; 0 where none was.</param>
/// <param name="After">See <see cref="EnrolmentAnswer.After"/>.</param>
internal readonly record struct EnrolmentReply(
    Outcome Outcome, EnrolmentRefusal? Refusal = null, int Conflicts = 0, string? Error = null, long Position = 0, long? After = null);
