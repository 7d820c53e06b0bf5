namespace EventSourcingBench.LoadTests.Targets;

internal sealed class ApiStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer = null)
    : StoreUnderTest(opened, renewServer)
{
    // Of the server that the API has connections to: it may be killed and started again meanwhile.
    private IReadOnlyList<int> _serverProcessIds = [];

    // Set by the first reset.
    private ApiLoadTarget _load = null!;
    private StoreDetails _details = null!;

    private ApiNodeGroup Nodes =>
        NodeGroup ?? throw new StoreFailureException($"{Target.Name} is not open: it could not be opened for this step.");

    private ApiProcess First => Nodes.Processes[0];

    public override ApiEndpoint Endpoint =>
        new(Target.Name, Nodes.Addresses, Target.Routing, Target.Entry.Model == StoreModel.Aggregates ? 2 : 1);

    public override StoreCapabilities Capabilities => _details.Capabilities;

    public override string? WhyNotKilled => Server is null or { CanRestart: true } ? null
        : Server.ProcessIds.Count == 0 || Server.Container is not null ? "its server was not started from a binary on this machine"
        : $"a {Server.Kind} server of {Server.Nodes} {(Server.Nodes == 1 ? "node" : "nodes")} is not killed and started again";

    public override string? WhyNotReopened => Target.ApiHost is null || Server is not null ? null
        : $"its data is where its API runs, at {Target.ApiHost.Authority}";

    // The address says nothing: it may be that of a tunnel.
    public override bool HasOtherClock => Target.ApiHost is not null && _details.Clock != ClockIdentity.Current;

    public override bool IsRemote => true;

    public override BulkStore? BulkStore => NodeGroup is not null && _details.BulkAppends
        ? new BulkStore(new ApiBulkWriter(NodeGroup.Processes), ReadBack(), Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
        : null;

    public override async Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken)
    {
        if (BeforeClosing is not null)
            return BeforeClosing;

        var details = await First.GetAsync<StoreDetails>("", cancellationToken);
        return Target.ToRecord(new StoreDescription
        {
            ServerVersion = details.ServerVersion,
            ClientVersion = details.ClientVersion,
            Durability = details.Durability,
            DurabilityReason = details.DurabilityReason,
            Reads = details.Reads,
            Mechanism = details.Mechanism,
            Settings = details.Settings,
        });
    }

    public override async Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        await EndReopenedAsync();
        BeforeClosing = null;
        if (NodeGroup is { IsWhole: true } && !HasLostNode && _serverProcessIds.SequenceEqual(Server?.ProcessIds ?? []))
        {
            await NodeGroup.ResetAsync(cancellationToken);
            _load.Dispose();
        }
        else
        {
            await DisposeAsync();
            await RenewServerAsync(cancellationToken);
            _serverProcessIds = Server?.ProcessIds ?? [];
            NodeGroup = await ApiNodeGroup.StartAsync(Target, cancellationToken);
            _details = await First.GetAsync<StoreDetails>("", cancellationToken);
            Reads = _details.Reads;
        }

        _load = new ApiLoadTarget(() => Endpoint, copies);
    }

    public override ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout) =>
        _load.SendAsync(worker, operation, timeout);

    public override Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) =>
        Nodes.StartCommandSideAsync(strategy, cancellationToken);

    public override Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken) =>
        First.DoAsync(HttpMethod.Post, "enrolments/preload", cancellationToken, new PreloadEnrolments(operations, ids.First));

    public override Task<StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancellationToken) =>
        Nodes.Processes[node].GetAsync<StoreWork>($"work?counters={counters}&plans={plans}", cancellationToken);

    public override async Task<string?> RestAsync(CancellationToken cancellationToken) =>
        (await First.AskAsync<StoreRest>(HttpMethod.Post, "rest", cancellationToken))?.Done;

    public override async Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken) =>
        await First.AskAsync<ShowDocument>(HttpMethod.Get, $"shows/{show}", cancellationToken, mayBeMissing: true) is { } shown
            ? new ShownSeats(shown.Version, shown.Taken)
            : null;

    public override async Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken) =>
        await ApiReadModel.StartAsync(First, projection, cancellationToken);

    public override async Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken)
    {
        await ApiReadModel.StopAsync(First, projection, cancellationToken);
        return await StartProjectionAsync(projection, cancellationToken);
    }

    public override async Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken)
    {
        BeforeClosing = Server is null ? await DescribeAsync(cancellationToken) : null;
        var how = How(isEmbedded: Server is null);
        switch (Server, kill && WhyNotKilled is null)
        {
            case (null, true):
                await Nodes.KillAsync();
                how = "after SIGKILL and reopening";
                break;
            case (null, false):
                await First.DoAsync(HttpMethod.Post, "close", cancellationToken);
                break;
            case ({ } server, true):
                await server.KillAndRestartAsync(cancellationToken);
                how = "after SIGKILL of its server, by another process";
                break;
        }

        return await ReopenAsync(Nodes.Namespace, ownsData: Server is null, projection, how, cancellationToken);
    }

    public override IReadBack ReadBack() => new ApiReadBack(() => Nodes.Processes, _details);

    public override async ValueTask DisposeAsync()
    {
        await EndSecondAsync();
        BeforeClosing = null;
        _load?.Dispose();
        await (NodeGroup?.DisposeAsync() ?? ValueTask.CompletedTask);
        NodeGroup = null;
    }
}
