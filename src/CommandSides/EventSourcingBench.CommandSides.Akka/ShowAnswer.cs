using EventSourcingBench.Domain;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The answer of the actor of a show.</summary>
/// <param name="Outcome">What became of the command.</param>
/// <param name="Refusal">The rule that refused it.</param>
/// <param name="Taken">The seats that are reserved, where a rule refused it.</param>
/// <param name="Error">What the store said, where it failed.</param>
internal sealed record ShowAnswer(
    ShowOutcome Outcome, ReservationRefusal? Refusal = null, IReadOnlyList<int>? Taken = null, string? Error = null)
{
    public static ShowAnswer Appended { get; } = new(ShowOutcome.Appended);

    public static ShowAnswer Known { get; } = new(ShowOutcome.Known);

    public static ShowAnswer Conflict { get; } = new(ShowOutcome.Conflict);
}
