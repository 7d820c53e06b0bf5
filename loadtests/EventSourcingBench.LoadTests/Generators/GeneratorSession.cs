namespace EventSourcingBench.LoadTests.Generators;

/// <summary>One step in a generator: warm-up, a pause until all generators are warm, the measured time.</summary>
internal sealed class GeneratorSession : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _warm = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _go = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly GeneratorStep _step;
    private readonly TimeProvider _time;
    private readonly ApiLoadTarget _target;
    private readonly SuiteLoad _load;
    private Task<MeasuredTime>? _running;
    private volatile ApiEndpoint _endpoint;
    private long _turn;

    public GeneratorSession(GeneratorStep step, BarSource bars, TimeProvider time)
    {
        (_step, _time, _endpoint) = (step, time, step.Endpoint);
        var workers = step.Simulation.MaxWorkers;
        _target = new ApiLoadTarget(() => _endpoint, workers, step.Share.Index);
        Recorder = new LoadRecorder(SuiteCatalog.Find(step.Suite).Operation, workers, time);
        _load = step.ToLoad(_target, Recorder, bars, time);
    }

    public LoadRecorder Recorder { get; }

    public StepHistory History => _load.History;

    public async Task<long> WarmUpAsync()
    {
        _running ??= Task.Run(
            () => new BuiltInEngine(_time).RunAsync(_load.Scenario, _step.Simulation, Recorder, WaitForGoAsync, _stop.Token));

        // Cancelled before it is warm, the engine ends without calling back.
        if (await Task.WhenAny(_warm.Task, _running) == _running)
            await _running;

        return History.Acknowledged;
    }

    public async Task<GeneratorResult> MeasureAsync()
    {
        _go.TrySetResult();
        var measured = await (_running ?? throw new InvalidOperationException("The warm-up was not run."));
        measured = measured with { Elapsed = measured.Elapsed + _step.Delay };
        return new GeneratorResult(measured, _load.Resent, Recorder.Operations(), Recorder.Errors(), Recorder.Slowest());
    }

    /// <summary>What one of the workers has written last, another one each time.</summary>
    public RecentAppend? FindRecent() =>
        History.FindRecent(_turn++) is var (key, version) ? new RecentAppend(History.Keys[key], version) : null;

    /// <summary>Sends what comes from now on to other addresses: the API was started again.</summary>
    public void MoveTo(ApiEndpoint endpoint) => _endpoint = endpoint;

    public void Stop() => _stop.Cancel();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _go.TrySetResult();
        await (_running ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _target.Dispose();
        _stop.Dispose();
    }

    private async ValueTask WaitForGoAsync()
    {
        _warm.TrySetResult();
        using var stopped = _stop.Token.Register(() => _go.TrySetResult());
        await _go.Task;
        await _time.DelayAsync(_step.Delay, _stop.Token);
    }
}
