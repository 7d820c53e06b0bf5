using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>Makes the command side of shows, by the API's own ways.</summary>
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
        return store.Events is not { } events ? null
            : options.Strategy == ReservationStrategy.Optimistic ? new OptimisticReservations(events, new EventSource(events), options.MaxTries, time)
            : options.Strategy == ReservationStrategy.Snapshot
            ? new OptimisticReservations(events, new SnapshotSource(events, options.SnapshotEvery, time), options.MaxTries, time)
            : options.Strategy == ReservationStrategy.SingleWriter ? new SingleWriterReservations(events, options, time)
            : throw new ArgumentException($"{options.Strategy} is run by a plug-in.", nameof(options));
    }
}
