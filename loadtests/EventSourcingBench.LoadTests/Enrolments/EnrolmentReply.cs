using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What became of one operation.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Refusal">The rule that refused it; null where none did.</param>
/// <param name="Retries">Races that were lost on the way.</param>
/// <param name="Error">What went wrong; null where nothing did.</param>
internal readonly record struct EnrolmentReply(Outcome Outcome, EnrolmentRefusal? Refusal = null, int Retries = 0, string? Error = null);
