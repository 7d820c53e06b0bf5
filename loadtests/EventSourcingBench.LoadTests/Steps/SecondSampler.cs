using System.Numerics;

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
    private readonly ProcessGroup _client = new(() => [Environment.ProcessId, .. generators], time);
    private readonly ProcessGroup _api = new(() => store.ApiProcessIds, time);
    // All nodes: which of them works most changes when one dies.
    private readonly ProcessGroup _server = new(() => store.ServerProcessIds, time);
    private Task _sampling = Task.CompletedTask;

    public void Start()
    {
        _client.Take();
        _api.Take();
        _server.Take();
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
                Take();
        }
        catch (OperationCanceledException)
        {
            // What is left is less than a second: beside whole ones it would look like a drop. Alone it is all there is.
            if (_seconds.Count == 0)
                Take();
        }
    }

    private void Take()
    {
        var (client, api, server) = (_client.Take(), _api.Take(), _server.Take());
        var second = take(_seconds.Count) with
        {
            ClientCores = Sum(client, s => s.Cores),
            ClientBytes = Sum(client, s => s.Bytes),
            ApiCores = Sum(api, s => s.Cores),
            ApiBytes = Sum(api, s => s.Bytes),
            ServerCores = Sum(server, s => s.Cores),
            ServerBytes = Sum(server, s => s.Bytes),
            Nodes = api.Count > 1 ? api.ConvertAll(s => s is { } node ? new NodeSample(node.Cores, node.Bytes) : null) : [],
        };
        _seconds.Add(second);
        onSecond(second);
    }

    private static T? Sum<T>(List<ProcessSample?> samples, Func<ProcessSample, T> of)
        where T : struct, INumber<T> => samples.OfType<ProcessSample>().ToList() is { Count: > 0 } known
            ? known.Aggregate(T.Zero, (sum, s) => sum + of(s))
            : null;

    /// <summary>Samples each of some processes; one that took the place of another from its start on.</summary>
    private sealed class ProcessGroup
    {
        private readonly Func<IReadOnlyList<int>> _ids;
        private readonly TimeProvider _time;
        private readonly List<(int ProcessId, ProcessTreeSampler Sampler)> _processes = [];

        public ProcessGroup(Func<IReadOnlyList<int>> ids, TimeProvider time)
        {
            (_ids, _time) = (ids, time);
            Follow();
        }

        /// <summary>What each used since the last call, in order; null for one that is away.</summary>
        public List<ProcessSample?> Take()
        {
            Follow();
            return _processes.ConvertAll(p => p.Sampler.Take());
        }

        private void Follow()
        {
            foreach (var (i, id) in _ids().Index())
            {
                if (i == _processes.Count)
                    _processes.Add((id, new ProcessTreeSampler(id, _time)));
                else if (_processes[i].ProcessId != id)
                    _processes[i] = (id, new ProcessTreeSampler(id, _time));
            }
        }
    }
}
