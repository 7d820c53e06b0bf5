namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The answer of a show's actor.</summary>
/// <param name="Outcome">The outcome of the command.</param>
/// <param name="Refusal">The rule that refused the command.</param>
/// <param name="Taken">The reserved seats, if a rule refused the command.</param>
/// <param name="Error">The store's error, if it failed.</param>
internal sealed record ShowAnswer(
    ShowOutcome Outcome, ReservationRefusal? Refusal = null, IReadOnlyList<int>? Taken = null, string? Error = null)
{
    public static ShowAnswer Appended { get; } = new(ShowOutcome.Appended);

    public static ShowAnswer Known { get; } = new(ShowOutcome.Known);

    public static ShowAnswer Conflict { get; } = new(ShowOutcome.Conflict);
}
