using EventSourcingBench.Abstractions;
using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A store in the generator's own process: no API, no HTTP.</summary>
/// <param name="opened">What it is opened with.</param>
/// <param name="renewServer">Stops its server and starts another; null where it has none.</param>
internal sealed class DirectStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer = null) : IStoreUnderTest, IDirectStore
{
    private readonly DirectDelays _delays = new();
    private StoreTarget _target = opened;
    private bool _serverIsSpoilt;
    private IStore? _store;
    private IRunningProjection? _projection;
    private DirectShowReadModel? _shows;
    private ReservationSides? _reservations;

    public string StoreName => _target.Name;

    public Uri? ApiAddress => null;

    public Uri? CurrenciesAddress => null;

    public IReadOnlyList<int> ApiProcessIds => [];

    public IReadOnlyList<int> ServerProcessIds => _target.Server?.ProcessIds ?? [];

    public IEnrolmentTarget Enrolments => Api.Enrolments.On(Store) is { } enrolments
        ? new DirectEnrolments(enrolments, TimeProvider.System)
        : throw new StoreFailureException($"The store {_target.Name} has neither dynamic consistency boundaries nor appends to several streams.");

    public IReservationTarget ReservationsBy(ReservationStrategy strategy, int tries) => new DirectReservations(Side(strategy, tries), TimeProvider.System);

    public Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) =>
        Guarded(() => Side(strategy, tries: null).ReadyAsync(cancellationToken));

    public IDirectStore Direct => this;

    public IPouredInto Pour => this;

    public PouredStore? Poured => _store is null ? null : PouredStore.Of(_store);

    public bool IsRemote => false;

    public ProvisionedServer? Server => _target.Server;

    public IStore Store => _store ?? throw new InvalidOperationException("The store was not opened.");

    private IRunningProjection Projection => _projection ?? throw new InvalidOperationException("The projection was not started.");

    public async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) =>
        _target.ToRecord(await Store.DescribeAsync(cancellationToken));

    public Task ResetAsync(int copies, IReadOnlyList<CurrencySymbol> symbols, CancellationToken cancellationToken) => Guarded(async () =>
    {
        await DisposeAsync();
        if (_serverIsSpoilt && renewServer is not null)
        {
            _target = _target with { Server = await renewServer(cancellationToken) };
            _serverIsSpoilt = false;
        }

        _store = await _target.OpenAsync(cancellationToken);
    });

    public Task<KeptStore> OpenKeptAsync(CancellationToken cancellationToken) => KeptStore.OpenAsync(_target, cancellationToken);

    public void SpoilServer() => _serverIsSpoilt = true;

    public async ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout)
    {
        var data = CurrencyEvents.ToEventData(request.EventId, Currency.Decide(request.Symbol, request.Command));
        using var patience = new CancellationTokenSource(timeout);
        try
        {
            var result = await Store.Events!.AppendAsync(CurrencyStreams.For(request.Symbol), ExpectedVersion.Any, [data], patience.Token);
            return result is Appended appended
                ? new AppendReply(Outcome.Success, appended.StreamVersion, null)
                : new AppendReply(Outcome.Conflict, 0, null);
        }
        catch (Exception e) when (DirectFailures.Of(e, patience, timeout) is { } failure)
        {
            return new AppendReply(failure.Outcome, 0, failure.Error);
        }
    }

    public Task StartProjectionAsync(CancellationToken cancellationToken) => Guarded(async () =>
    {
        var host = Store.Projections ?? throw new StoreFailureException($"The store {_target.Name} runs no projections.");
        _projection = await host.StartAsync(new CurrencyBarsProjection(), _delays, cancellationToken);
    });

    public Task<IShowReadModel?> ProjectShowsAsync(CancellationToken cancellationToken) => Guarded<IShowReadModel?>(async () =>
        Store.Projections is { } host
            ? _shows ??= new DirectShowReadModel(await host.StartAsync(new ShowSeatsProjection(), new DirectDelays(), cancellationToken))
            : null);

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken)
    {
        _delays.MeasureFrom(from);
        return Task.CompletedTask;
    }

    public Task<long> CountRowsAsync(CancellationToken cancellationToken) => Guarded(async () =>
    {
        if (Projection.Completion.IsFaulted)
        {
            await Projection.Completion;
        }

        return (await Projection.GetStatusAsync(cancellationToken)).Rows;
    });

    public Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) => Task.FromResult(_delays.Read());

    public IReadBack ReadBack() => new DirectReadBack(Store, _projection?.ReadModel);

    public async ValueTask DisposeAsync()
    {
        if (_projection is not null)
        {
            await _projection.DisposeAsync();
            _projection = null;
        }

        if (_shows is not null)
        {
            await _shows.DisposeAsync();
            _shows = null;
        }

        if (_reservations is not null)
        {
            await _reservations.DisposeAsync();
            _reservations = null;
        }

        if (_store is not null)
        {
            await _store.DisposeAsync();
            _store = null;
        }
    }

    private IReservations Side(ReservationStrategy strategy, int? tries)
    {
        if (_reservations is null)
        {
            var options = _target.Reservations;
            var plugins = new CommandSidePlugins(new CatalogOptions { ExtraPluginFolders = _target.PluginFolders });
            _reservations = new ReservationSides(
                Store, options, new PluggedSides(plugins, new NoPeers(), RunNamespace.Create(TimeProvider.System), options, TimeProvider.System), TimeProvider.System);
        }

        return _reservations.Of(strategy, tries) ?? throw new StoreFailureException($"The store {_target.Name} has no streams.");
    }

    private static async Task Guarded(Func<Task> action) => await Guarded(async () =>
    {
        await action();
        return true;
    });

    private static async Task<T> Guarded<T>(Func<Task<T>> action)
    {
        try
        {
            return await action();
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }
}
