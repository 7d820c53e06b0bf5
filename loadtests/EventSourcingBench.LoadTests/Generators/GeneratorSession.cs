using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>One step in a generator: warm-up, a pause until all generators are warm, the measured time.</summary>
internal sealed class GeneratorSession : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _warm = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _go = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly GeneratorStep _step;
    private readonly TimeProvider _time;
    private readonly ApiAppender _appender;
    private readonly AppendLoad _load;
    private Task<MeasuredTime>? _running;

    public GeneratorSession(GeneratorStep step, BarSource bars, TimeProvider time)
    {
        (_step, _time) = (step, time);
        var workers = step.Simulation.MaxWorkers;
        var symbols = Symbols.Create(step.Streams);
        History = new StepHistory(new EventIds(step.FirstId), workers, time, symbols.Select(s => CurrencyStreams.For(s).Value));
        _appender = new ApiAppender(step.Currencies, workers, symbols);
        Recorder = new LoadRecorder(AppendLoad.Operation, workers, time);
        _load = new AppendLoad(_appender, symbols, bars, History, Recorder, step.Timeout, time, step.Share);
    }

    public LoadRecorder Recorder { get; }

    /// <summary>What was asked and answered.</summary>
    public StepHistory History { get; }

    /// <summary>Warms up.</summary>
    /// <returns>How many appends were acknowledged.</returns>
    public async Task<long> WarmUpAsync()
    {
        _running ??= Task.Run(() => new BuiltInEngine(_time).RunAsync(_load.Scenario, _step.Simulation, Recorder, WaitForGoAsync, _stop.Token));

        // Cancelled before it is warm, the engine ends without calling back.
        if (await Task.WhenAny(_warm.Task, _running) == _running)
        {
            await _running;
        }

        return _load.Acknowledged;
    }

    /// <summary>Begins the measured time. Ends when it has ended.</summary>
    public async Task<GeneratorResult> MeasureAsync()
    {
        _go.TrySetResult();
        var measured = await (_running ?? throw new InvalidOperationException("The warm-up was not run."));
        return new GeneratorResult(
            measured.StartedAt, measured.Elapsed + _step.Delay, measured.Interrupted, _load.Acknowledged, Recorder.Operations(), Recorder.Errors());
    }

    /// <summary>Ends it: what was measured is kept.</summary>
    public void Stop() => _stop.Cancel();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _go.TrySetResult();
        await (_running ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _appender.Dispose();
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
