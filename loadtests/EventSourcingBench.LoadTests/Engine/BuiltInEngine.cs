namespace EventSourcingBench.LoadTests.Engine;

/// <summary>The load engine that comes with the tool. Closed model: copies in loops. Open model: requests are due by an <see
/// cref="ArrivalSchedule"/> and are sent late rather than skipped; what was due before the planned end is still sent after it, for at most
/// the step's duration again, and what is left then counts as an error with its reason.</summary>
/// <param name="waitUntil">Waits for a timestamp of a clock that is not the system's, or sooner when cancelled.</param>
internal sealed class BuiltInEngine(TimeProvider time, Action<long, CancellationToken>? waitUntil = null) : ILoadEngine
{
    public string Name => "built-in";

    public string Version { get; } =
        typeof(BuiltInEngine).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0";

    public async Task<MeasuredTime> RunAsync(
        LoadScenario scenario, LoadSimulation simulation, LoadRecorder recorder, Func<ValueTask> onWarm,
        CancellationToken cancellationToken)
    {
        if (simulation.Copies.HasValue == simulation.Rate.HasValue)
            throw new ArgumentException("Load is made by copies or by a rate: give one of them.", nameof(simulation));

        ArgumentOutOfRangeException.ThrowIfLessThan(simulation.MaxWorkers, 1, nameof(simulation));
        ArgumentOutOfRangeException.ThrowIfLessThan(simulation.WarmUp, TimeSpan.Zero, nameof(simulation));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(simulation.Duration, TimeSpan.Zero, nameof(simulation));
        var lastNumber = new StrongBox<long>(-1);
        if (simulation.WarmUp > TimeSpan.Zero)
        {
            var warmUp = new LoadPhase(scenario, recorder: null, time, lastNumber, simulation.WarmUp);
            await RunAsync(warmUp, simulation with { Ramp = false }, cancellationToken);
        }

        if (cancellationToken.IsCancellationRequested)
            return new MeasuredTime(time.GetUtcNow(), TimeSpan.Zero, Interrupted: true);

        await onWarm();
        recorder.StartMeasuring();
        var phase = new LoadPhase(scenario, recorder, time, lastNumber, simulation.Duration);
        await RunAsync(phase, simulation, cancellationToken);
        return new MeasuredTime(phase.StartedAt, time.GetElapsedTime(phase.Start), phase.Cut);
    }

    private async Task RunAsync(LoadPhase phase, LoadSimulation simulation, CancellationToken cancellationToken)
    {
        if (simulation.Copies is { } copies)
        {
            await ClosedLoad.RunAsync(phase, new CopySchedule(copies, phase.Duration, simulation.Ramp), cancellationToken);
            return;
        }

        var schedule = new ArrivalSchedule(simulation.Rate!.Value, phase.Duration, simulation.Ramp);
        using var open = new OpenLoad(phase, schedule, waitUntil ?? SystemWaiter.WaitUntil);
        await open.RunAsync(simulation.MaxInFlight, cancellationToken);
    }
}
