namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Takes one sample a second of the measured time: answers, and CPU and memory of client, API and server.</summary>
internal sealed class SecondSampler(
    Func<int, SecondRecord> take,
    IStoreUnderTest store,
    IReadOnlyList<int> generators,
    Action<SecondRecord> onSecond,
    TimeProvider time) : IAsyncDisposable
{
    private readonly List<SecondRecord> _seconds = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly List<ProcessTreeSampler> _client =
        [.. generators.Prepend(Environment.ProcessId).Select(p => new ProcessTreeSampler(p, time))];
    private readonly ApiSampler _api = new(store, time);

    // All nodes: which of them works most changes when one dies.
    private readonly List<ProcessTreeSampler> _server = [.. store.ServerProcessIds.Select(p => new ProcessTreeSampler(p, time))];
    private Task _sampling = Task.CompletedTask;

    public void Start()
    {
        _client.ForEach(c => c.Take());
        _api.Take();
        _server.ForEach(s => s.Take());
        _sampling = SampleAsync();
    }

    /// <summary>Ends the sampling.</summary>
    /// <returns>The whole seconds; of a step shorter than one, what there was.</returns>
    public async Task<IReadOnlyList<SecondRecord>> StopAsync()
    {
        await _stop.CancelAsync();
        await _sampling;
        return _seconds;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stop.Dispose();
    }

    private async Task SampleAsync()
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1), time);
        try
        {
            while (await timer.WaitForNextTickAsync(_stop.Token))
            {
                Take();
            }
        }
        catch (OperationCanceledException)
        {
            // What is left is less than a second: beside whole ones it would look like a drop. Alone it is all there is.
            if (_seconds.Count == 0)
            {
                Take();
            }
        }
    }

    private void Take()
    {
        var client = _client.Select(c => c.Take()).ToList();
        var nodes = _api.Take();
        var api = nodes.OfType<NodeSample>().ToList();
        var server = _server.ConvertAll(s => s.Take()).OfType<ProcessSample>().ToList();
        var second = take(_seconds.Count) with
        {
            ClientCores = client.TrueForAll(c => c is null) ? null : client.Sum(c => c?.Cores ?? 0),
            ClientBytes = client.TrueForAll(c => c is null) ? null : client.Sum(c => c?.Bytes ?? 0),
            ApiCores = api.Count == 0 ? null : api.Sum(a => a.Cores),
            ApiBytes = api.Count == 0 ? null : api.Sum(a => a.Bytes),
            ServerCores = server.Count == 0 ? null : server.Sum(s => s.Cores),
            ServerBytes = server.Count == 0 ? null : server.Sum(s => s.Bytes),
            Nodes = nodes.Count > 1 ? nodes : [],
        };
        _seconds.Add(second);
        onSecond(second);
    }
}

/// <summary>Samples each process of the API; one that took the place of another from its start on.</summary>
internal sealed class ApiSampler
{
    private readonly IStoreUnderTest _store;
    private readonly TimeProvider _time;
    private readonly List<(int ProcessId, ProcessTreeSampler Sampler)> _nodes = [];

    public ApiSampler(IStoreUnderTest store, TimeProvider time)
    {
        (_store, _time) = (store, time);
        Follow();
    }

    /// <summary>What each used since the last call, in the order of the nodes; null for one that is away.</summary>
    public IReadOnlyList<NodeSample?> Take()
    {
        Follow();
        return _nodes.ConvertAll(n => n.Sampler.Take() is { } sample ? new NodeSample(sample.Cores, sample.Bytes) : null);
    }

    private void Follow()
    {
        var ids = _store.ApiProcessIds;
        for (var i = 0; i < ids.Count; i++)
        {
            if (i == _nodes.Count)
            {
                _nodes.Add((ids[i], new ProcessTreeSampler(ids[i], _time)));
            }
            else if (_nodes[i].ProcessId != ids[i])
            {
                _nodes[i] = (ids[i], new ProcessTreeSampler(ids[i], _time));
            }
        }
    }
}
