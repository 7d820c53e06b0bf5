using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The command side of shows. Safe for any number of concurrent callers.</summary>
public interface IReservations : IAsyncDisposable
{
    /// <summary>Carries a command out, or says why not.</summary>
    /// <param name="show">The show.</param>
    /// <param name="command">The command.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default);

    /// <summary>Answers when commands need not wait for anything but the store: at once, unless it has to be started.</summary>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">It cannot be started.</exception>
    Task ReadyAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
}
