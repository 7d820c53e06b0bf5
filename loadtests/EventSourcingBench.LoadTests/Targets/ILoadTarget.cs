namespace EventSourcingBench.LoadTests.Targets;

/// <summary>
/// Where the requests of a load go, in the runner and in generators of other processes. Requests never throw for a store's error.
/// </summary>
internal interface ILoadTarget
{
    /// <summary>How other processes reach it; null where the store runs in the generator's process.</summary>
    ApiEndpoint? Endpoint { get; }

    /// <summary>Enrolments on the store as it is after the last reset.</summary>
    /// <exception cref="StoreFailureException">The store has no way to keep their decisions consistent.</exception>
    IEnrolmentTarget Enrolments { get; }

    /// <summary>Streams of the store as it is after the last reset.</summary>
    /// <exception cref="StoreFailureException">The store has no streams.</exception>
    IStreamTarget Streams { get; }

    ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout);

    /// <summary>Reservations on the store as it is after the last reset.</summary>
    /// <exception cref="StoreFailureException">The store has no streams.</exception>
    IReservationTarget ReservationsBy(ReservationStrategy strategy, int maxAttempts);
}

/// <summary>A bar to append, and the event that it becomes.</summary>
internal readonly record struct AppendRequest(int Worker, CurrencySymbol Symbol, AddCurrencyInfo Command, EventData Event);

/// <summary>
/// What became of an append. Version and position are 0 where none was acknowledged, the error is null where nothing went wrong.
/// </summary>
internal readonly record struct AppendReply(Outcome Outcome, long Version, long Position, string? Error);
