namespace EventSourcingBench.Domain.Reservations;

/// <summary>A show that was kept, so that a reader folds only the events after it. It is an event of a separate stream.</summary>
public sealed record ShowSnapshot
{
    /// <summary>The name of this event's type in the stores.</summary>
    public const string EventType = nameof(ShowSnapshot);

    /// <summary>The version of the show's stream that it stands for, 1 or more.</summary>
    public required long Version { get; init; }

    /// <summary>The identity of the event that created the show.</summary>
    public required Guid Created { get; init; }

    /// <summary>The seats, from number 1.</summary>
    public required IReadOnlyList<SeatSnapshot> Seats { get; init; }
}
