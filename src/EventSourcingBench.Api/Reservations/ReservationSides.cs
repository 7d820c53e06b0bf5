namespace EventSourcingBench.Api.Reservations;

/// <summary>The command sides of one store with streams, by strategy. All of them use the same streams.</summary>
public sealed class ReservationSides(IStore store, ReservationOptions options, CommandSideHost? host, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(ReservationStrategy, int), IReservations> _sides = [];
    private readonly Dictionary<ReservationStrategy, PluggedSide> _nodes = [];

    private IEventStore Events => store.Events ?? throw new InvalidOperationException("The store has no streams.");

    /// <summary>The command side; null uses the defaults.</summary>
    /// <exception cref="StoreUnavailableException">A plug-in was requested without a host.</exception>
    public IReservations Of(ReservationStrategy? strategy, int? maxAttempts)
    {
        var wanted = options with { Strategy = strategy ?? options.Strategy, MaxAttempts = maxAttempts ?? options.MaxAttempts };
        lock (_gate)
        {
            if (!_sides.TryGetValue((wanted.Strategy, wanted.MaxAttempts), out var side))
                _sides.Add((wanted.Strategy, wanted.MaxAttempts), side = Make(wanted));

            return side;
        }
    }

    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken = default) =>
        new ShowSource(Events, time).LoadAsync(show, cancellationToken);

    internal PluggedSide NodeOf(ReservationStrategy strategy)
    {
        lock (_gate)
            return _nodes.TryGetValue(strategy, out var node) ? node : _nodes[strategy] = MakeNode(strategy.Name);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var side in _sides.Values.OfType<IAsyncDisposable>())
            await side.DisposeAsync();

        foreach (var node in _nodes.Values)
            await node.DisposeAsync();
    }

    private IReservations Make(ReservationOptions wanted) =>
        wanted.Strategy.IsPlugin ? new PluggedReservations(NodeOf(wanted.Strategy), wanted.MaxAttempts)
        : wanted.Strategy == ReservationStrategy.SingleWriter ? new SingleWriterReservations(Events, wanted, time)
        : new OptimisticReservations(
            Events,
            new ShowSource(Events, time, wanted.Strategy == ReservationStrategy.Snapshot ? wanted.SnapshotEvery : null),
            wanted.MaxAttempts,
            time);

    private PluggedSide MakeNode(string name)
    {
        var at = host ?? throw new StoreUnavailableException($"The command side {name} comes as a plug-in, and none are loaded here.");
        var context = new CommandSideContext(Events, at.Namespace, options.IdleTime, time);
        return new PluggedSide(() => at.Plugins.Find(name), (own, cancel) => at.PeersAsync(name, own, cancel), context);
    }
}

/// <summary>The command side of shows. Safe for any number of concurrent callers.</summary>
public interface IReservations
{
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default);

    /// <summary>Completes when the command side is started and ready for commands.</summary>
    /// <exception cref="StoreUnavailableException">It cannot be started.</exception>
    Task ReadyAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
}
