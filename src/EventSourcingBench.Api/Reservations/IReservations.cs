namespace EventSourcingBench.Api.Reservations;

/// <summary>The command side of shows. Safe for any number of concurrent callers.</summary>
public interface IReservations : IAsyncDisposable
{
    /// <summary>Carries out a command.</summary>
    /// <param name="show">The show.</param>
    /// <param name="command">The command.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default);

    /// <summary>Completes when the command side is started and ready for commands.</summary>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">It cannot be started.</exception>
    Task ReadyAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
}
