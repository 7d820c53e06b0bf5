using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>The command sides of shows on one store: one for each way that was asked for. All of them keep the same streams.</summary>
/// <param name="store">The store.</param>
/// <param name="options">How they run; strategy and tries are taken where none are named.</param>
/// <param name="time">The clock.</param>
public sealed class ReservationSides(IStore store, ReservationOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(ReservationStrategy, int), IReservations?> _sides = [];

    /// <summary>The command side; null when the store has no streams.</summary>
    /// <param name="strategy">How; null for the strategy of the options.</param>
    /// <param name="maxTries">How often an append is tried, 1 or more; null for the number of the options.</param>
    public IReservations? Of(ReservationStrategy? strategy, int? maxTries)
    {
        var wanted = options with { Strategy = strategy ?? options.Strategy, MaxTries = maxTries ?? options.MaxTries };
        lock (_gate)
        {
            if (!_sides.TryGetValue((wanted.Strategy, wanted.MaxTries), out var side))
            {
                _sides.Add((wanted.Strategy, wanted.MaxTries), side = Reservations.On(store, wanted, time));
            }

            return side;
        }
    }

    /// <summary>Ends them after what they have begun.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var side in _sides.Values.OfType<IReservations>())
        {
            await side.DisposeAsync();
        }
    }
}
