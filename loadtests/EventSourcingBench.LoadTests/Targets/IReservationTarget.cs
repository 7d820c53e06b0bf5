namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Reservations on a store under test; shows are numbered from 0.</summary>
internal interface IReservationTarget
{
    /// <summary>Sends one request. Does not throw for the store's errors.</summary>
    /// <param name="worker">Who sends; never twice at once.</param>
    /// <param name="show">The number of the show.</param>
    /// <param name="command">What is ordered.</param>
    /// <param name="timeout">After this the outcome is unknown.</param>
    ValueTask<CommandReply<ReservationRefusal>> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout);

    /// <summary>A show as it is read; null where there is none.</summary>
    /// <exception cref="StoreFailureException">It could not be read.</exception>
    Task<ShownSeats?> ReadAsync(int show, CancellationToken cancellationToken);
}

/// <summary>A show as the store's reader shows it.</summary>
/// <param name="Version">How many events it has.</param>
/// <param name="Taken">The seats that are reserved, in order.</param>
internal readonly record struct ShownSeats(long Version, IReadOnlyList<int> Taken);

internal static class ShowIds
{
    /// <summary>The id of a show: <c>s0</c>, <c>s1</c>, …</summary>
    public static string Of(int number) => string.Create(CultureInfo.InvariantCulture, $"s{number}");
}
