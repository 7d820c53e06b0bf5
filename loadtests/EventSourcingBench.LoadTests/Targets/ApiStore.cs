namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store behind the API, in another process or in several.</summary>
internal sealed class ApiStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer = null)
    : OpenedStore(opened, renewServer), IStoreUnderTest
{
    // Of the server that the API has connections to: it may be killed and started again meanwhile.
    private IReadOnlyList<int> _serverProcessIds = [];
    private ApiNodeGroup? _nodes;
    private ApiControl? _control;
    private ApiLoadTarget? _load;
    private ApiBulkWriter? _bulk;
    private StoreDetails? _details;

    public Uri? ApiAddress => _nodes?.Addresses[0];

    public ApiEndpoint Endpoint =>
        new(Target.Name, Nodes.Addresses, Target.Routing, Target.Entry.Model == StoreModel.Aggregates ? 2 : 1);

    public IReadOnlyList<int> ApiProcessIds => _nodes?.ProcessIds ?? [];

    public int EventsOfJoining => Endpoint.EventsOfJoining;

    public Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) =>
        Nodes.StartCommandSideAsync(strategy, cancellationToken);

    public StoreCapabilities Capabilities => Details.Capabilities;

    public ReadConsistency Reads => Details.Reads;

    public string? WhyNotKilled => Server is null or { CanRestart: true } ? null
        : Server.ProcessIds.Count == 0 || Server.Container is not null ? "its server was not started from a binary on this machine"
        : $"a {Server.Kind} server of {Server.Nodes} {(Server.Nodes == 1 ? "node" : "nodes")} is not killed and started again";

    public ApiNodeGroup? NodeGroup => _nodes;

    public bool IsRemote => true;

    public BulkStore? BulkStore { get; private set; }

    private ApiNodeGroup Nodes => _nodes ?? throw new InvalidOperationException("The API was not started.");

    private ApiLoadTarget Load => _load ?? throw new InvalidOperationException("The API was not started.");

    private ApiControl Control => _control ?? throw new InvalidOperationException("The API was not started.");

    private StoreDetails Details => _details ?? throw new InvalidOperationException("The API was not started.");

    public async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) =>
        BeforeClosing ?? Target.ToRecord(ToDescription(await Control.GetAsync("", ApiJson.Default.StoreDetails, cancellationToken)));

    public async Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        await EndReopenedAsync();
        BeforeClosing = null;
        if (_nodes is { IsWhole: true } && !NeedsNewServer && _serverProcessIds.SequenceEqual(ServerProcessIds))
        {
            await _nodes.ResetAsync(cancellationToken);
        }
        else
        {
            await StopAsync();
            await RenewServerAsync(cancellationToken);
            _serverProcessIds = ServerProcessIds;
            _nodes = await ApiNodeGroup.StartAsync(Target, cancellationToken);
            _control = new ApiControl(_nodes.Addresses[0], Target.Name);
            _bulk = new ApiBulkWriter(_nodes.Addresses[0], Target.Name);
            _details = await Control.GetAsync("", ApiJson.Default.StoreDetails, cancellationToken);
            BulkStore = _details.BulkAppends
                ? new BulkStore(_bulk, ReadBack(), Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
                : null;
        }

        _load?.Dispose();
        _load = new ApiLoadTarget(() => Endpoint, copies);
    }

    public ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout) =>
        Load.SendAsync(worker, operation, timeout);

    public Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken) => Control.PostAsync(
        "enrolments/preload",
        JsonContent.Create(new PreloadEnrolments { Operations = operations, FirstId = ids.First }, ApiJson.Default.PreloadEnrolments),
        ApiJson.Default.PreloadedEnrolments,
        cancellationToken);

    public async Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken) =>
        await Control.FindAsync($"shows/{show}", ApiJson.Default.ShowDocument, cancellationToken) is { } shown
            ? new ShownSeats(shown.Version, shown.Taken)
            : null;

    public async Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken) =>
        await ApiReadModel.StartAsync(Control, projection, cancellationToken);

    public async Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken)
    {
        await ApiReadModel.StopAsync(Control, projection, cancellationToken);
        return await StartProjectionAsync(projection, cancellationToken);
    }

    public async Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken)
    {
        BeforeClosing = Server is null ? await DescribeAsync(cancellationToken) : null;
        var how = await PrepareReopeningAsync(kill && WhyNotKilled is null, cancellationToken);
        return await ReopenAsync(Nodes.Namespace, ownsData: Server is null, projection, how, cancellationToken);
    }

    public IReadBack ReadBack() => new ApiReadBack(Control, Details);

    public override async ValueTask DisposeAsync() => await StopAsync();

    private static StoreDescription ToDescription(StoreDetails details) => new()
    {
        ServerVersion = details.ServerVersion,
        ClientVersion = details.ClientVersion,
        Durability = details.Durability,
        DurabilityReason = details.DurabilityReason,
        Reads = details.Reads,
        Mechanism = details.Mechanism,
        Settings = details.Settings,
    };

    private async Task<string> PrepareReopeningAsync(bool kill, CancellationToken cancellationToken)
    {
        switch (Server, kill)
        {
            case (null, true):
                Nodes.Kill();
                return "after SIGKILL and reopening";
            case (null, false):
                await Control.DoAsync(HttpMethod.Post, "close", cancellationToken);
                return How(isEmbedded: true);
            case ({ } server, true):
                await server.KillAndRestartAsync(cancellationToken);
                return "after SIGKILL of its server, by another process";
            default:
                return How(isEmbedded: false);
        }
    }

    private async Task StopAsync()
    {
        await EndReopenedAsync();
        BeforeClosing = null;
        _load?.Dispose();
        _control?.Dispose();
        _bulk?.Dispose();
        if (_nodes is not null)
            await _nodes.DisposeAsync();

        (_load, _control, _nodes, _bulk, _details, BulkStore) = (null, null, null, null, null, null);
    }
}
