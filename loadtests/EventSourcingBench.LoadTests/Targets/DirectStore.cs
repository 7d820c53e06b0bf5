namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer = null)
    : StoreUnderTest(opened, renewServer)
{
    public const string InOwnProcess = "the store's client is in the process of the runner (--via direct)";

    private readonly Dictionary<string, DirectReadModel> _projections = new(StringComparer.Ordinal);
    private readonly List<ApiNodeGroup> _others = [];
    private IStore? _store;

    // The first opening on a server, where the store is opened again: it made the data, and removes it at the end.
    private IStore? _owner;
    private string _namespace = "";
    private ReservationSides? _reservations;
    private IEnrolments? _enrolments;
    private StreamLoader? _streams;

    public override int EventsOfJoining => Enrolments.EventsOfJoining;

    public IEnrolments Enrolments => _enrolments ??= IEnrolments.On(Store) ?? throw new StoreFailureException(
        $"The store {Target.Name} has neither dynamic consistency boundaries nor appends to several streams.");

    public StreamLoader Streams => _streams ?? throw NoStreams;

    private StoreFailureException NoStreams => new($"The store {Target.Name} has no streams.");

    public override StoreCapabilities Capabilities => Store.Capabilities;

    public override string WhyNotKilled => InOwnProcess;

    public override Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) =>
        Side(strategy).ReadyAsync(cancellationToken);

    public override BulkStore? BulkStore => _store is null ? null : BulkStore.Of(_store);

    public IStore Store => _store ?? throw new StoreFailureException($"{Target.Name} is not open: it could not be opened for this step.");

    public override async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) =>
        BeforeClosing ?? Target.ToRecord(await Store.DescribeAsync(cancellationToken));

    public override async Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        await EndReopenedAsync();
        await CloseAsync();
        await RenewServerAsync(cancellationToken);
        BeforeClosing = null;
        _namespace = RunNamespace.Create(TimeProvider.System);
        _store = await OpenAsync(cancellationToken);
        _streams = _store.Events is null ? null : new StreamLoader(_store, TimeProvider.System);
        Reads = (await _store.DescribeAsync(cancellationToken)).Reads;
    }

    /// <summary>Closes the store and opens it on its data. On a server the first opening since the last reset is held open, so that the
    /// first call closes nothing. Only for a store with <see cref="StoreCapabilities.Persistent"/>, and where the caller alone runs
    /// projections on it.</summary>
    public async Task OpenAgainAsync(CancellationToken cancellationToken)
    {
        await EndReopenedAsync(isOpenedAgain: true);
        if (Server is not null && _owner is null)
            (_owner, _store) = (_store, null);

        if (_store is OwnedFolderStore embedded)
            embedded.KeepsFolder = true;

        await (Interlocked.Exchange(ref _store, null)?.DisposeAsync() ?? ValueTask.CompletedTask);
        _store = await OpenAsync(cancellationToken);
        BeforeClosing = null;
    }

    public override async ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout)
    {
        var times = Target.Breakdown ? RequestTimes.Begin(RequestPart.Adapter) : null;
        var reply = await LoadReply.GuardAsync(cancel => operation.RunAsync(this, cancel), timeout, TimeProvider.System);
        return times is null ? reply : reply with { Parts = times.End() };
    }

    public override Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken) =>
        EnrolmentPreload.FillAsync(Enrolments, operations, ids, cancellationToken);

    public override Task<StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancellationToken) =>
        StoreWork.ReadAsync(Store, counters, plans, cancellationToken);

    public override Task<string?> RestAsync(CancellationToken cancellationToken) =>
        Store.Inspector?.RestAsync(cancellationToken) ?? Task.FromResult<string?>(null);

    public override async Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken) =>
        await Sides.LoadAsync(show, cancellationToken) is { Version: > 0 } loaded
            ? new ShownSeats(loaded.Version, loaded.Show.Taken)
            : null;

    public override async Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken)
    {
        if (!_projections.TryGetValue(projection.Name, out var running) && Store.Projections is { } host)
            _projections[projection.Name] = running = await DirectReadModel.StartAsync(host, projection, cancellationToken);

        return running;
    }

    public override async Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken)
    {
        if (_projections.Remove(projection.Name, out var running))
            await running.DisposeAsync();

        return await StartProjectionAsync(projection, cancellationToken);
    }

    /// <summary>Opens the store on the same data in a process of the API, until this one is closed. Needs a store with a server, which may
    /// keep its read models in its folder: this one is below it.</summary>
    public async Task<ApiNodeGroup> StartOtherAsync(string folder, CancellationToken cancellationToken)
    {
        var target = Target with { DataFolder = Path.Combine(Target.DataFolder, folder), ApiNodes = 1, Keep = true };
        _others.Add(await ApiNodeGroup.StartAsync(target, cancellationToken, _namespace));
        return _others[^1];
    }

    public override async Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken)
    {
        var owned = Store as OwnedFolderStore;
        var isEmbedded = owned is { HoldsData: true };
        if (isEmbedded)
        {
            BeforeClosing = await DescribeAsync(cancellationToken);
            owned!.KeepsFolder = true;
            await CloseAsync();
        }

        return await ReopenAsync(_namespace, ownsData: isEmbedded, projection, How(isEmbedded), cancellationToken);
    }

    public override IReadBack ReadBack() => new DirectReadBack(Store);

    public override async ValueTask DisposeAsync()
    {
        await EndSecondAsync();
        await CloseAsync();
    }

    private async Task CloseAsync()
    {
        // A store whose server is gone cannot be closed: none of it is asked a second time.
        IAsyncDisposable?[] all = [.. _projections.Values, .. _others, _reservations, _store, _owner];
        _projections.Clear();
        _others.Clear();
        (_reservations, _store, _owner, _enrolments, _streams) = (null, null, null, null, null);
        foreach (var one in all.OfType<IAsyncDisposable>())
            await one.DisposeAsync();
    }

    private Task<IStore> OpenAsync(CancellationToken cancellationToken) =>
        Target.OpenAsync(_namespace, Target.Keep || _owner is not null, cancellationToken);

    private ReservationSides Sides => _reservations ??= new ReservationSides(
        Store,
        Target.Reservations,
        new CommandSideHost(
            new CatalogOptions { ExtraPluginFolders = Target.PluginFolders }, RunNamespace.Create(TimeProvider.System)),
        TimeProvider.System);

    public IReservations Side(ReservationStrategy strategy) => Store.Events is null ? throw NoStreams : Sides.Of(strategy);
}
