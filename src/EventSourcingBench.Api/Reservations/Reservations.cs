using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>Makes the command side of shows.</summary>
public static class Reservations
{
    /// <summary>The command side on an open store; null when the store has no streams.</summary>
    /// <param name="store">The store.</param>
    /// <param name="options">How.</param>
    /// <param name="time">The clock.</param>
    public static IReservations? On(IStore store, ReservationOptions options, TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(store);
        ArgumentNullException.ThrowIfNull(options);
        return store.Events is not { } events ? null : options.Strategy switch
        {
            ReservationStrategy.Optimistic => new OptimisticReservations(events, new EventSource(events), options.MaxTries, time),
            ReservationStrategy.Snapshot => new OptimisticReservations(events, new SnapshotSource(events, options.SnapshotEvery, time), options.MaxTries, time),
            ReservationStrategy.SingleWriter => new SingleWriterReservations(events, options, time),
            _ => throw new ArgumentException($"{options.Strategy} is no strategy.", nameof(options)),
        };
    }
}
