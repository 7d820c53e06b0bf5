using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Takes one sample a second of the measured time: answers, and CPU and memory of client, API and server.</summary>
internal sealed class SecondSampler(
    Func<int, SecondRecord> take, IStoreUnderTest store, IReadOnlyList<int> generators, Action<SecondRecord> onSecond, TimeProvider time) : IAsyncDisposable
{
    private readonly List<SecondRecord> _seconds = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly List<ProcessTreeSampler> _client = [.. generators.Prepend(Environment.ProcessId).Select(p => new ProcessTreeSampler(p, time))];
    private readonly List<ProcessTreeSampler> _api = [.. store.ApiProcessIds.Select(p => new ProcessTreeSampler(p, time))];
    private readonly ProcessTreeSampler? _server = store.ServerProcessId is { } server ? new(server, time) : null;
    private Task _sampling = Task.CompletedTask;

    /// <summary>Begins the first second.</summary>
    public void Start()
    {
        _client.ForEach(c => c.Take());
        _api.ForEach(a => a.Take());
        _server?.Take();
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
        var api = _api.ConvertAll(a => a.Take()).OfType<ProcessSample>().ToList();
        var server = _server?.Take();
        var second = take(_seconds.Count) with
        {
            ClientCores = client.TrueForAll(c => c is null) ? null : client.Sum(c => c?.Cores ?? 0),
            ClientBytes = client.TrueForAll(c => c is null) ? null : client.Sum(c => c?.Bytes ?? 0),
            ApiCores = api.Count == 0 ? null : api.Sum(a => a.Cores),
            ApiBytes = api.Count == 0 ? null : api.Sum(a => a.Bytes),
            ServerCores = server?.Cores,
            ServerBytes = server?.Bytes,
        };
        _seconds.Add(second);
        onSecond(second);
    }
}
