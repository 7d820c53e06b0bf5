namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>A load in NBomber's terms: the injections of the open model; null in the closed one.</summary>
internal sealed record SimulationPlan(LoadSimulation Load, InjectionPlan? Injection)
{
    // NBomber takes no shorter simulation.
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    public static SimulationPlan Create(LoadSimulation simulation)
    {
        if (simulation.Copies.HasValue == simulation.Rate.HasValue)
            throw new ArgumentException("Load is made by copies or by a rate: give one of them.", nameof(simulation));

        if (simulation.Duration < Shortest)
            throw new LoadEngineException("NBomber makes no load of less than a second. Say a longer --duration, or --engine built-in.");

        var injection = simulation.Rate is { } rate ? InjectionPlan.Create(rate, simulation.Duration, simulation.Ramp) : null;
        return new SimulationPlan(simulation, injection);
    }

    /// <summary>The measured load. Behind injections comes a pause: NBomber cancels what still waits for its moment when the last
    /// simulation ends, which is a little before the last interval does.</summary>
    public NBomberSimulation[] Measured() => Injection is { } injection
        ? [injection.ToSimulation(), Simulation.Pause(injection.Interval + Shortest)]
        : [Simulation.RampingConstant(Load.Copies!.Value, Load.Duration)];

    /// <summary>The warm-up: full load, no ramp, a second and one interval of requests at least.</summary>
    public NBomberSimulation[] WarmUp()
    {
        var shortest = Injection is { } measured && measured.Interval > Shortest ? measured.Interval : Shortest;
        var time = Load.WarmUp < shortest ? shortest : Load.WarmUp;
        return Load.Rate is { } rate
            ? [InjectionPlan.Create(rate, time, ramp: false).ToSimulation()]
            : [Simulation.KeepConstant(Load.Copies!.Value, time)];
    }
}
