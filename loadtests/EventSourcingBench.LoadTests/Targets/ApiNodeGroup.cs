namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The processes of the API on one store: one, or several nodes that serve the same data and know of each other. The first one
/// owns the data: it drops it at the end.</summary>
internal sealed class ApiNodeGroup : IAsyncDisposable
{
    private readonly StoreTarget _target;
    private readonly List<ServingProcess> _processes = [];
    private volatile Uri[] _addresses = [];
    private volatile int[] _processIds = [];
    private string _namespace = "";
    private ReservationStrategy? _commandSide;
    private bool _wasHurt;

    private ApiNodeGroup(StoreTarget target) => _target = target;

    /// <summary>What keeps their data apart on the server.</summary>
    public string Namespace => _namespace;

    public IReadOnlyList<Uri> Addresses => _addresses;

    public int Count => _target.ApiNodes;

    public IReadOnlyList<int> ProcessIds => _processIds;

    /// <summary>False when one has ended by itself or was killed: then all are to be started again.</summary>
    public bool IsWhole => !_wasHurt && _processes.TrueForAll(p => p.IsRunning);

    /// <summary>Starts them and waits until they serve.</summary>
    /// <exception cref="StoreFailureException">One did not serve; the message has its own words.</exception>
    public static async Task<ApiNodeGroup> StartAsync(StoreTarget target, CancellationToken cancellationToken)
    {
        var group = new ApiNodeGroup(target) { _namespace = RunNamespace.Create(TimeProvider.System) };
        try
        {
            // The first one makes the place for the data; the others find it there.
            group._processes.Add(await group.StartNodeAsync(0, cancellationToken));
            await group.StartOthersAsync(cancellationToken);

            await group.IntroduceAsync(cancellationToken);
            return group;
        }
        catch
        {
            await group.DisposeAsync();
            throw;
        }
    }

    /// <summary>Empties the store: the first node makes the new place for the data, the others follow it there.</summary>
    public async Task ResetAsync(CancellationToken cancellationToken)
    {
        foreach (var process in _processes)
        {
            using var control = new ApiControl(process.Address, _target.Name);
            var reset = await control.PostAsync("reset", content: null, ApiJson.Default.StoreReset, cancellationToken);
            _namespace = reset.Namespace;
        }
    }

    /// <summary>Has a command side of a plug-in ready on every node, also on one that is started again.</summary>
    public async Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken)
    {
        _commandSide = strategy.IsPlugin ? strategy : null;
        // Side by side: they wait for each other.
        await Task.WhenAll(_processes.Select(p => JoinAsync(p, cancellationToken)));
    }

    /// <summary>Kills the last node as a crash would.</summary>
    /// <returns>Its number, from 0.</returns>
    public int Kill()
    {
        _wasHurt = true;
        _processes[^1].Kill();
        return _processes.Count - 1;
    }

    /// <summary>Starts the node that was killed again, at another address, on the same data.</summary>
    public async Task RestartAsync(CancellationToken cancellationToken)
    {
        var dead = _processes[^1];
        _processes[^1] = await StartNodeAsync(_processes.Count - 1, cancellationToken);
        await dead.DisposeAsync();
        await IntroduceAsync(cancellationToken);
    }

    private async Task JoinAsync(ServingProcess process, CancellationToken cancellationToken)
    {
        if (_commandSide is { } side)
        {
            using var control = new ApiControl(process.Address, _target.Name);
            await control.DoAsync(HttpMethod.Post, $"command-sides/{side}/join", cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        // The owner of the data last: the others still have it open.
        foreach (var process in Enumerable.Reverse(_processes))
            await process.DisposeAsync();

        _processes.Clear();
    }

    private async Task StartOthersAsync(CancellationToken cancellationToken)
    {
        var others = new ServingProcess?[_target.ApiNodes - 1];
        try
        {
            await Task.WhenAll(others.Select(async (_, i) => others[i] = await StartNodeAsync(i + 1, cancellationToken)));
        }
        finally
        {
            // Also where one did not start: those that did are stopped with the group.
            _processes.AddRange(others.OfType<ServingProcess>());
        }
    }

    private Task<ServingProcess> StartNodeAsync(int node, CancellationToken cancellationToken) =>
        ServingProcess.StartApiAsync(_target, _namespace, keep: _target.Keep || node > 0, cancellationToken);

    private async Task IntroduceAsync(CancellationToken cancellationToken)
    {
        Uri[] addresses = [.. _processes.Select(p => p.Address)];
        _processIds = [.. _processes.Select(p => p.ProcessId)];
        for (var node = 0; node < _processes.Count && _processes.Count > 1; node++)
        {
            using var control = new ApiControl(_processes[node].Address, _target.Name);
            var list = new NodeList { Nodes = addresses, Self = node };
            try
            {
                await control.DoAsync(HttpMethod.Put, "/nodes", cancellationToken, JsonContent.Create(list, ApiJson.Default.NodeList));
            }
            catch (StoreFailureException e)
            {
                throw new StoreFailureException($"Node {node + 1} of the API did not take the list of nodes: {e.Message}", e);
            }
        }

        await JoinAsync(_processes[^1], cancellationToken);

        // Only now may requests come: a node that knows no others would take all shows for its own.
        _addresses = addresses;
    }
}
