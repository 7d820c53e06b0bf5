namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>Makes load by NBomber: its scheduler decides when a request is sent, the same recorder as the built-in engine's keeps what came
/// of it. README.md says what differs and why.</summary>
public sealed class NBomberEngine : ILoadEngine, IHttpLoadProbe
{
    // NBomber takes no shorter simulation.
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    // The only clock that NBomber knows.
    private readonly TimeProvider _time = TimeProvider.System;

    public string Name => "nbomber";

    public string Version { get; } = typeof(NBomberRunner).Assembly.GetName().Version?.ToString(fieldCount: 3) ?? "0";

    public string ProbeName => $"NBomber {Version} with NBomber.Http";

    public async Task<MeasuredTime> RunAsync(
        LoadScenario scenario, LoadSimulation simulation, LoadRecorder recorder, Func<ValueTask> onWarm,
        CancellationToken cancellationToken)
    {
        if (simulation.Copies.HasValue == simulation.Rate.HasValue)
            throw new ArgumentException("Load is made by copies or by a rate: give one of them.", nameof(simulation));

        if (simulation.Duration < Shortest)
            throw new LoadEngineException("NBomber makes no load of less than a second. Say a longer --duration, or --engine built-in.");

        var injection = simulation.Rate is { } rate ? InjectionPlan.Create(rate, simulation.Duration, simulation.Ramp) : null;
        var last = new StrongBox<long>(-1);
        if (simulation.WarmUp > TimeSpan.Zero)
        {
            // A separate test, without record and report, drained before the measured one begins: full load, no ramp, a second at least.
            using var warmUp = new RequestSender(scenario, recorder: null, simulation.MaxWorkers, last, _time, cancellationToken);
            var time = simulation.WarmUp < Shortest ? Shortest : simulation.WarmUp;
            var load = simulation.Rate is { } full
                ? InjectionPlan.Create(full, time, ramp: false).ToSimulation() : Simulation.KeepConstant(simulation.Copies!.Value, time);
            await warmUp.RunAsync([load], warmUp.EnterAndSendAsync);
        }

        if (cancellationToken.IsCancellationRequested)
            return new MeasuredTime(_time.GetUtcNow(), TimeSpan.Zero, Interrupted: true);

        using var sender = new RequestSender(scenario, recorder, simulation.MaxWorkers, last, _time, cancellationToken);
        if (simulation is { Copies: { } copies, Ramp: false })
            return await new ConstantCopies(sender, copies, simulation.Duration, onWarm).RunAsync();

        // Behind injections comes a pause: NBomber cancels what still waits for its moment when the last simulation ends, which is a little
        // before the last interval does.
        NBomberSimulation[] simulations = injection is null
            ? [Simulation.RampingConstant(simulation.Copies!.Value, simulation.Duration)]
            : [injection.ToSimulation(), Simulation.Pause(injection.Interval + Shortest)];
        return await new TimedLoad(sender, simulations, simulation.Duration, injection, onWarm).RunAsync();
    }

    public Task<double> MeasureAsync(Uri address, int connections, TimeSpan duration, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(connections, 1);
        return new HttpProbe(address, connections, duration, _time).RunAsync(cancellationToken);
    }
}
