namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The processes of the API on one store, which serve the same data. The first one owns it and drops it at the end.</summary>
/// <param name="ns">Where the data is. Default: in a new place.</param>
internal sealed class ApiNodeGroup(StoreTarget target, string? ns = null) : IAsyncDisposable
{
    private readonly ApiProcess[] _processes = new ApiProcess[target.ApiNodes];
    private ReservationStrategy? _commandSide;
    private bool _wasHurt;

    /// <summary>What keeps their data apart on the server.</summary>
    public string Namespace { get; private set; } = ns ?? RunNamespace.Create(TimeProvider.System);

    public IReadOnlyList<Uri> Addresses { get; private set; } = [];

    public int Count => target.ApiNodes;

    public IReadOnlyList<ApiProcess> Processes => _processes;

    public IReadOnlyList<int> ProcessIds { get; private set; } = [];

    /// <summary>False when one has ended by itself or was killed: then all are to be started again.</summary>
    public bool IsWhole => !_wasHurt && Array.TrueForAll(_processes, p => p.IsRunning);

    public static async Task<ApiNodeGroup> StartAsync(StoreTarget target, CancellationToken cancellationToken, string? ns = null)
    {
        var group = new ApiNodeGroup(target, ns);
        try
        {
            // The first one makes the place for the data; the others find it there.
            await group.StartNodeAsync(0, cancellationToken);
            await Task.WhenAll(Enumerable.Range(1, target.ApiNodes - 1).Select(n => group.StartNodeAsync(n, cancellationToken)));
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
        Namespace = await _processes[0].ResetAsync(cancellationToken);
        foreach (var other in _processes.Skip(1))
            await other.ResetAsync(cancellationToken, Namespace);
    }

    /// <summary>Has a command side of a plug-in ready on every node, also on one that is started again.</summary>
    public async Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken)
    {
        _commandSide = strategy.IsPlugin ? strategy : null;
        // Side by side: they wait for each other.
        await Task.WhenAll(_processes.Select(p => JoinAsync(p, cancellationToken)));
    }

    /// <summary>Kills the last node as a crash would, and answers its number, from 0, when it has ended.</summary>
    public async Task<int> KillAsync()
    {
        _wasHurt = true;
        await _processes[^1].KillAsync();
        return Count - 1;
    }

    /// <summary>Starts the node that was killed again, at another address, on the same data.</summary>
    public async Task RestartAsync(CancellationToken cancellationToken)
    {
        var dead = _processes[^1];
        await StartNodeAsync(Count - 1, cancellationToken);
        await dead.DisposeAsync();
        await IntroduceAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        // The owner of the data last: the others still have it open. Those that did not start are missing.
        foreach (var process in Enumerable.Reverse(_processes).OfType<ApiProcess>())
            await process.DisposeAsync();
    }

    private async Task StartNodeAsync(int node, CancellationToken cancellationToken)
    {
        // What a killed one left is its successor's.
        if (target.ApiHost is { } host)
            (_processes[node], Namespace) = await ApiProcess.AttachAsync(target, host, cancellationToken);
        else
            _processes[node] = await ApiProcess.StartAsync(target, Namespace, target.Keep || node > 0, cancellationToken, _wasHurt);
    }

    private Task JoinAsync(ApiProcess process, CancellationToken cancellationToken) => _commandSide is { } side
        ? process.DoAsync(HttpMethod.Post, $"command-sides/{side}/join", cancellationToken)
        : Task.CompletedTask;

    private async Task IntroduceAsync(CancellationToken cancellationToken)
    {
        Uri[] addresses = [.. _processes.Select(p => p.Address)];
        ProcessIds = [.. _processes.Select(p => p.ProcessId).OfType<int>()];
        for (var node = 0; node < Count && Count > 1; node++)
        {
            try
            {
                await _processes[node].DoAsync(HttpMethod.Put, "/nodes", cancellationToken, new NodeList(addresses, node));
            }
            catch (StoreFailureException e)
            {
                throw new StoreFailureException($"Node {node + 1} of the API did not take the list of nodes: {e.Message}", e);
            }
        }

        await JoinAsync(_processes[^1], cancellationToken);

        // Only now may requests come: a node that knows no others would take all shows for its own.
        Addresses = addresses;
    }
}
