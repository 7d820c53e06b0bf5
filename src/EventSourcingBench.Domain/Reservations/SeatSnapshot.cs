namespace EventSourcingBench.Domain.Reservations;

/// <summary>A seat in a <see cref="ShowSnapshot"/>.</summary>
/// <param name="Reserved">The identity of its last reservation; empty where it had none.</param>
/// <param name="Cancelled">The identity of its last cancellation; empty where it had none.</param>
/// <param name="IsTaken">Whether it is reserved.</param>
public readonly record struct SeatSnapshot(Guid Reserved, Guid Cancelled, bool IsTaken);
