namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Takes one sample a second of the measured time: answers, and CPU and memory of client, API and server.</summary>
internal sealed class SecondSampler(
    Func<int, SecondRecord> take, StoreUnderTest store, IReadOnlyList<int> generators, Action<SecondRecord> onSecond, TimeProvider time)
    : IAsyncDisposable
{
    private const int Minute = 60;

    private readonly List<SecondRecord> _seconds = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly ProcessGroup _client = new(() => [Environment.ProcessId, .. generators], time);
    private readonly ProcessGroup _api = new(() => store.ApiProcessIds, time);
    // All nodes: which of them works most changes when one dies.
    private readonly ProcessGroup _server = new(() => store.ServerProcessIds, time);
    private OtherWork? _others;
    private Task _sampling = Task.CompletedTask;

    public void Start()
    {
        var now = ProcessTable.Read();
        Array.ForEach([_client, _api, _server], g => g.Take(now));
        _others = new OtherWork(now, [.. generators, .. store.ApiProcessIds]);
        _sampling = SampleAsync();
    }

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
        await time.EveryAsync(TimeSpan.FromSeconds(1), Take, _stop.Token);

        // What is left is less than a second: beside whole ones it would look like a drop. Alone it is all there is.
        if (_seconds.Count == 0)
            Take();
    }

    private void Take()
    {
        // After the load it would be the work that follows.
        var now = ProcessTable.Read();
        var busy = _stop.IsCancellationRequested ? null : _others?.BusyCores(now);
        _others = new OtherWork(now, [.. generators, .. store.ApiProcessIds]);
        var nodes = _api.Take(now);
        var (client, api, server) = (Sum(_client.Take(now)), Sum(nodes), Sum(_server.Take(now)));
        // The server in a container is no process of this run's.
        var others = server is null && store.Server is not null ? null
            : busy - (store.Server?.Container is null ? 0 : server?.Cores ?? 0);
        var isNewMinute = _seconds.Count % Minute == 0;
        var second = take(_seconds.Count) with
        {
            ClientCores = client?.Cores,
            ClientBytes = client?.Bytes,
            ApiCores = api?.Cores,
            ApiBytes = api?.Bytes,
            ApiThreads = api?.Threads,
            ApiHandles = isNewMinute ? ProcessTreeSampler.CountHandles(store.ApiProcessIds) : null,
            ServerCores = server?.Cores,
            OtherCores = others is { } known ? Math.Max(0, known) : null,
            ServerBytes = server?.Bytes,
            ServerThreads = server?.Threads,
            ServerHandles = isNewMinute ? ProcessTreeSampler.CountHandles(store.ServerProcessIds) : null,
            DiskBytes = isNewMinute ? store.Disk?.ReadBytes() : null,
            Nodes = nodes.Count > 1 ? nodes.ConvertAll(s => s is { } node ? new NodeSample(node.Cores, node.Bytes) : null) : [],
        };
        _seconds.Add(second);
        onSecond(second);
    }

    private static ProcessSample? Sum(List<ProcessSample?> samples) =>
        samples.OfType<ProcessSample>().Cast<ProcessSample?>().DefaultIfEmpty().Aggregate((sum, s) => sum + s);

    /// <summary>Samples each of some processes; one that took the place of another from its start on.</summary>
    private sealed class ProcessGroup(Func<IReadOnlyList<int>> ids, TimeProvider time)
    {
        private readonly List<(int ProcessId, ProcessTreeSampler Sampler)> _processes = [];

        /// <summary>What each used since the last call, in order; null for one that is away.</summary>
        public List<ProcessSample?> Take(ProcessTable now)
        {
            foreach (var (i, id) in ids().Index())
            {
                if (i == _processes.Count)
                    _processes.Add((id, new ProcessTreeSampler(id, time, now)));
                else if (_processes[i].ProcessId != id)
                    _processes[i] = (id, new ProcessTreeSampler(id, time, now));
            }

            return _processes.ConvertAll(p => p.Sampler.Take(now));
        }
    }
}
