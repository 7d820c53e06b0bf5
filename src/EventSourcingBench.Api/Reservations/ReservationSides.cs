namespace EventSourcingBench.Api.Reservations;

/// <summary>The command sides of one store with streams, by strategy. All of them use the same streams.</summary>
public sealed class ReservationSides(IStore store, ReservationOptions options, CommandSideHost host, TimeProvider time) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<ReservationStrategy, IReservations> _sides = [];

    private IEventStore Events => store.Events ?? throw new InvalidOperationException("The store has no streams.");

    public IReservations Of(ReservationStrategy strategy)
    {
        lock (_gate)
            return _sides.TryGetValue(strategy, out var side) ? side : _sides[strategy] = Make(strategy);
    }

    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken = default) =>
        new ShowSource(Events, time).LoadAsync(show, cancellationToken);

    public async ValueTask DisposeAsync() =>
        await Task.WhenAll(_sides.Values.OfType<IAsyncDisposable>().Select(s => s.DisposeAsync().AsTask()));

    private IReservations Make(ReservationStrategy strategy) =>
        strategy.IsPlugin ? Plugged(strategy.Name)
        : strategy == ReservationStrategy.SingleWriter ? new SingleWriterReservations(Events, options, time)
        : new OptimisticReservations(
            Events, new ShowSource(Events, time, strategy == ReservationStrategy.Snapshot ? options.SnapshotEvery : null), time);

    private PluggedSide Plugged(string name)
    {
        var context = new CommandSideContext(Events, host.Namespace, options.IdleTime, time);
        return new PluggedSide(Find, own => host.PeersAsync(name, own), context);

        ICommandSidePlugin Find() => CommandSideHost.Find(name, host.Plugins) is var entry && entry.Offered is { } plugin
            ? plugin : throw new StoreUnavailableException($"The command side {name} cannot run here. {entry.Unavailable}");
    }
}

/// <summary>The command side of shows. Safe for any number of concurrent callers.</summary>
public interface IReservations
{
    /// <summary>A version conflict is reported after <paramref name="maxAttempts"/> attempts of the append, 1 or more.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken = default);

    /// <summary>Completes when the command side is started and ready for commands.</summary>
    /// <exception cref="StoreUnavailableException">It cannot be started.</exception>
    Task ReadyAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
}
