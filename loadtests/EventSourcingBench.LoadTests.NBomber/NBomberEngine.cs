namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>Makes load by NBomber: its scheduler decides when a request is sent, the same recorder as the built-in engine's keeps what came
/// of it. README.md says what differs and why.</summary>
public sealed class NBomberEngine : ILoadEngine, IHttpLoadProbe
{
    // The only clock that NBomber knows.
    private readonly TimeProvider _time = TimeProvider.System;

    public string Name => "nbomber";

    public string Version { get; } = typeof(NBomberRunner).Assembly.GetName().Version?.ToString(fieldCount: 3) ?? "0";

    public string ProbeName => $"NBomber {Version} with NBomber.Http";

    public async Task<MeasuredTime> RunAsync(
        LoadScenario scenario, LoadSimulation simulation, LoadRecorder recorder, Func<ValueTask> onWarm,
        CancellationToken cancellationToken)
    {
        var plan = SimulationPlan.Create(simulation);
        var last = new StrongBox<long>(-1);
        if (simulation.WarmUp > TimeSpan.Zero)
        {
            // A separate test, without record and report, drained before the measured one begins.
            using var warmUp = new RequestSender(scenario, recorder: null, simulation.MaxWorkers, last, _time, cancellationToken);
            using var ended = cancellationToken.Register(() => warmUp.Stop("ended by the user"));
            await NBomberSession.RunAsync(scenario.Name, plan.WarmUp(), warmUp.EnterAndSendAsync);
            await warmUp.DrainAsync();
        }

        if (cancellationToken.IsCancellationRequested)
            return new MeasuredTime(_time.GetUtcNow(), TimeSpan.Zero, Interrupted: true);

        using var sender = new RequestSender(scenario, recorder, simulation.MaxWorkers, last, _time, cancellationToken);
        return simulation is { Copies: { } copies, Ramp: false }
            ? await new ConstantCopies(sender, copies, simulation.Duration, onWarm).RunAsync()
            : await new TimedLoad(sender, plan, simulation.Duration, onWarm).RunAsync();
    }

    public Task<double> MeasureAsync(Uri address, int connections, TimeSpan duration, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(connections, 1);
        return new HttpProbe(address, connections, duration, _time).RunAsync(cancellationToken);
    }
}
