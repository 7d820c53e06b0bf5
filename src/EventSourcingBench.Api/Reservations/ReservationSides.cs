using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>The command sides of shows on one store: one for each strategy that was asked for. All of them keep the same streams.</summary>
/// <param name="store">The store.</param>
/// <param name="options">How they run; its strategy is taken where none is named.</param>
/// <param name="time">The clock.</param>
public sealed class ReservationSides(IStore store, ReservationOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly IReservations?[] _sides = new IReservations?[Enum.GetValues<ReservationStrategy>().Length];

    /// <summary>The command side of a strategy; null when the store has no streams.</summary>
    /// <param name="strategy">Which; null for the one of the options.</param>
    public IReservations? Of(ReservationStrategy? strategy)
    {
        var wanted = strategy ?? options.Strategy;
        lock (_gate)
        {
            return _sides[(int)wanted] ??= Reservations.On(store, options with { Strategy = wanted }, time);
        }
    }

    /// <summary>Ends them after what they have begun.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var side in _sides.OfType<IReservations>())
        {
            await side.DisposeAsync();
        }
    }
}
