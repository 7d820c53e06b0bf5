namespace EventSourcingBench.LoadTests.Engine.Tests;

/// <summary>Makes an open load on a fake clock exact: every released request ends before the clock is set to the next one.</summary>
internal sealed class VirtualWaiter(FakeClock clock, LoadRecorder recorder)
{
    private long _released;

    public void WaitUntil(long timestamp, CancellationToken cancellationToken)
    {
        SpinWait.SpinUntil(() => recorder.Totals().Requests == _released, TimeSpan.FromSeconds(10)).ShouldBeTrue();
        clock.AdvanceTo(timestamp);
        _released++;
    }
}

/// <summary>A load of one step and what was recorded of it, on the system's clock or a fake one.</summary>
internal sealed class EngineRun(int workers, FakeClock? clock = null)
{
    public LoadRecorder Recorder { get; } = new("append", workers, clock ?? TimeProvider.System);

    public static LoadSimulation Copies(int? copies, double seconds) => new(TimeSpan.Zero, TimeSpan.FromSeconds(seconds), copies);

    public static LoadSimulation Rate(double rate, double seconds) => Copies(null, seconds) with { Rate = rate };

    /// <summary>Sends requests that succeed when they are answered.</summary>
    public Task<MeasuredTime> SendAsync(
        LoadSimulation simulation, Func<LoadCall, Task> send, Action? onWarm = null, CancellationToken cancellationToken = default)
    {
        var engine = clock is null ? new BuiltInEngine(TimeProvider.System) : new(clock, new VirtualWaiter(clock, Recorder).WaitUntil);
        var scenario = new LoadScenario("append", async (call, _) =>
        {
            await send(call);
            return Outcome.Success;
        });
        return engine.RunAsync(scenario, simulation, Recorder, () => { onWarm?.Invoke(); return default; }, cancellationToken);
    }

    /// <summary>The same; each request is answered at once.</summary>
    public Task<MeasuredTime> SendAsync(LoadSimulation simulation, Action<LoadCall> send, Action? onWarm = null) =>
        SendAsync(simulation, call => { send(call); return Task.CompletedTask; }, onWarm);
}
