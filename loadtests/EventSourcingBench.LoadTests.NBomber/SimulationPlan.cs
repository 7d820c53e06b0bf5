using NBomberSimulation = NBomber.Contracts.LoadSimulation;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>How a load is said in NBomber's terms.</summary>
/// <param name="Simulation">The wanted load.</param>
/// <param name="Injection">The injections of the open model; null in the closed one.</param>
internal sealed record SimulationPlan(LoadSimulation Simulation, InjectionPlan? Injection)
{
    /// <summary>NBomber takes no shorter simulation.</summary>
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    /// <summary>Checks what NBomber can do.</summary>
    /// <exception cref="LoadEngineException">It cannot; the message says why and what helps.</exception>
    public static SimulationPlan Create(LoadSimulation simulation)
    {
        if (simulation.Copies.HasValue == simulation.Rate.HasValue)
            throw new ArgumentException("Load is made by copies or by a rate: give one of them.", nameof(simulation));

        if (simulation.Duration < Shortest)
            throw new LoadEngineException("NBomber makes no load of less than a second. Say a longer --duration, or --engine built-in.");

        var injection = simulation.Rate is { } rate ? InjectionPlan.Create(rate, simulation.Duration, simulation.Ramp) : null;
        return new SimulationPlan(simulation, injection);
    }

    /// <summary>
    /// The measured load. Behind injections comes a pause: NBomber cancels what still waits for its moment when the last
    /// simulation ends, which is a little before the last interval does.
    /// </summary>
    public NBomberSimulation[] Measured() => Injection is { } injection
        ? [injection.ToSimulation(), global::NBomber.CSharp.Simulation.Pause(injection.Interval + Shortest)]
        : Simulation.Ramp
            ? [global::NBomber.CSharp.Simulation.RampingConstant(Simulation.Copies!.Value, Simulation.Duration)]
            : [global::NBomber.CSharp.Simulation.KeepConstant(Simulation.Copies!.Value, Simulation.Duration)];

    /// <summary>The warm-up: full load, no ramp, a second at least.</summary>
    public NBomberSimulation[] WarmUp()
    {
        var time = Simulation.WarmUp < Shortest ? Shortest : Simulation.WarmUp;
        return Simulation.Rate is { } rate
            ? [InjectionPlan.Create(rate, time, ramp: false).ToSimulation()]
            : [global::NBomber.CSharp.Simulation.KeepConstant(Simulation.Copies!.Value, time)];
    }
}
