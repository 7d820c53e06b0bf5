using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What became of one request.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Refusal">The rule that refused it; null where none did.</param>
/// <param name="Tries">Appends that it took, lost races included.</param>
/// <param name="Error">What went wrong; null where nothing did.</param>
/// <param name="Resent">How often it was sent again because a connection was refused or broke.</param>
internal readonly record struct ReservationReply(Outcome Outcome, ReservationRefusal? Refusal = null, int Tries = 0, string? Error = null, int Resent = 0);
