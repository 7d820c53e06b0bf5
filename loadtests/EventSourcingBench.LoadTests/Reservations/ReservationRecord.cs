namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>What the requests of a step of the suite <c>reservation</c> came to, warm-up included.</summary>
internal sealed record ReservationRecord
{
    /// <summary>The way of handling commands, such as <c>single-writer</c>.</summary>
    public required string Strategy { get; init; }

    /// <summary>In which order requests came: <c>serial</c>, <c>concurrent</c> or <c>hot</c>.</summary>
    public required string Order { get; init; }

    public required string Store { get; init; }

    public required int Nodes { get; init; }

    public required int Shows { get; init; }

    public required int Seats { get; init; }

    /// <summary>Of how many shows the requests came at once, shuffled together; 1 in the other orders.</summary>
    public required int Grouping { get; init; }

    public required long Reserved { get; init; }

    public required long Cancelled { get; init; }

    /// <summary>Requests that a rule refused: a seat that was still, or not yet, reserved when its request came.</summary>
    public required long Refused { get; init; }

    public required long Conflicts { get; init; }

    public required long LostRaces { get; init; }

    public required int MostTries { get; init; }

    /// <summary>How often requests were sent again, to another node, because a connection was refused or broke.</summary>
    public long Resent { get; init; }

    public required int ShowsTouched { get; init; }

    /// <summary>The most resident memory of each process of the API in the whole step, bytes; empty where it is not known.</summary>
    public IReadOnlyList<long> NodePeakBytes { get; init; } = [];

    /// <summary>Zipf's exponent of the order <c>hot</c>; null in the other orders.</summary>
    public double? Skew { get; init; }

    /// <summary>The requests of the measured time alone; null in earlier runs.</summary>
    public ReservationTally? Measured { get; init; }

    public NodeDeathRecord? NodeDeath { get; init; }

    /// <summary>The order with its skew: <c>serial</c>, <c>hot skew 1.2</c>.</summary>
    public string OrderText => Skew is { } skew ? FormattableString.Invariant($"{Order} skew {skew}") : Order;

    /// <summary>Version conflicts for each reservation and cancellation; null without one.</summary>
    public double? ConflictsPerSuccess => Reserved + Cancelled is > 0 and var done ? (double)LostRaces / done : null;
}

internal static class ReservationDetail
{
    public const string Name = "reservations";

    extension(StepRecord step)
    {
        public ReservationRecord? Reservations => step.Detail<ReservationRecord>(Name);
    }
}
