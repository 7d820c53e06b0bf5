namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>What the requests of a step of the suite <c>reservation</c> came to, warm-up included.</summary>
/// <param name="Strategy">The way of handling commands, such as <c>single-writer</c>.</param>
/// <param name="Order">In which order requests came: <c>serial</c>, <c>concurrent</c> or <c>hot</c>.</param>
/// <param name="Grouping">Of how many shows the requests came at once, shuffled together; 1 in the other orders.</param>
/// <param name="Refused">Requests that a rule refused: a seat that was still, or not yet, reserved when its request came.</param>
/// <param name="Resent">How often requests were sent again, to another node, because a connection was refused or broke.</param>
/// <param name="Skew">Zipf's exponent of the order <c>hot</c>; null in the other orders.</param>
/// <param name="Measured">The requests of the measured time alone; null in earlier runs.</param>
internal sealed record ReservationRecord(
    string Strategy, string Order, string Store, int Nodes, int Shows, int Seats, int Grouping, long Reserved, long Cancelled, long Refused,
    long Conflicts, long LostRaces, int MostTries, int ShowsTouched, long Resent = 0, double? Skew = null,
    ReservationTally? Measured = null, NodeDeathRecord? NodeDeath = null)
{
    public const string Name = "reservations";

    /// <summary>The most resident memory of each process of the API in the whole step, bytes; empty where it is not known.</summary>
    public IReadOnlyList<long> NodePeakBytes { get; init; } = [];

    /// <summary>The order with its skew: <c>serial</c>, <c>hot skew 1.2</c>.</summary>
    public string OrderText => Skew is { } skew ? FormattableString.Invariant($"{Order} skew {skew}") : Order;

    /// <summary>Version conflicts for each reservation and cancellation; null without one.</summary>
    public double? ConflictsPerSuccess => Reserved + Cancelled is > 0 and var done ? (double)LostRaces / done : null;
}
