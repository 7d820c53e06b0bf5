namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>What became of one request.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Refusal">The rule that refused it; null where none did.</param>
/// <param name="Conflicts">Version conflicts on the way.</param>
/// <param name="Error">What went wrong; null where nothing did.</param>
/// <param name="Resent">How often it was sent again because a connection was refused or broke.</param>
/// <param name="Version">See <see cref="ReservationAnswer.Version"/>.</param>
internal readonly record struct ReservationReply(
    Outcome Outcome, ReservationRefusal? Refusal = null, int Conflicts = 0, string? Error = null, int Resent = 0, long? Version = null)
{
    /// <summary>
    /// The reply where an earlier sending of the same request got no answer and may have been done: only a success settles it.
    /// </summary>
    public ReservationReply AfterLostAnswer() => Outcome == Outcome.Success ? this
        : new ReservationReply(Outcome.Timeout, Error: Error ?? "the connection broke before the first answer", Resent: Resent);
}
