using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>The command sides of shows on one store: one for each way that was asked for. All of them keep the same streams.</summary>
/// <param name="store">The store.</param>
/// <param name="options">How they run; strategy and tries are taken where none are named.</param>
/// <param name="plugged">Those of plug-ins; null where there are none.</param>
/// <param name="time">The clock.</param>
public sealed class ReservationSides(IStore store, ReservationOptions options, PluggedSides? plugged, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(ReservationStrategy, int), IReservations?> _sides = [];

    /// <summary>The command side; null when the store has no streams.</summary>
    /// <param name="strategy">How; null for the strategy of the options.</param>
    /// <param name="maxTries">How often an append is tried, 1 or more; null for the number of the options.</param>
    /// <exception cref="StoreUnavailableException">A plug-in is asked for where there are none.</exception>
    public IReservations? Of(ReservationStrategy? strategy, int? maxTries)
    {
        var wanted = options with { Strategy = strategy ?? options.Strategy, MaxTries = maxTries ?? options.MaxTries };
        lock (_gate)
        {
            if (!_sides.TryGetValue((wanted.Strategy, wanted.MaxTries), out var side))
            {
                _sides.Add((wanted.Strategy, wanted.MaxTries), side = Make(wanted));
            }

            return side;
        }
    }

    /// <summary>The node of a plug-in's command side; null when the store has no streams.</summary>
    internal PluggedSide? NodeOf(ReservationStrategy strategy) => store.Events is { } events ? Plugged(strategy).Of(strategy, events) : null;

    /// <summary>Ends them after what they have begun.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var side in _sides.Values.OfType<IReservations>())
        {
            await side.DisposeAsync();
        }

        await (plugged?.DisposeAsync() ?? default);
    }

    private IReservations? Make(ReservationOptions wanted) =>
        !wanted.Strategy.IsPlugin ? Reservations.On(store, wanted, time)
        : NodeOf(wanted.Strategy) is { } node ? new PluggedReservations(node, store.Events!, wanted.MaxTries)
        : null;

    private PluggedSides Plugged(ReservationStrategy strategy) =>
        plugged ?? throw new StoreUnavailableException($"The command side {strategy} comes as a plug-in, and none are loaded here.");
}
