namespace EventSourcingBench.LoadTests.Generators;

/// <summary>The share of a step that a generator is to make.</summary>
internal sealed record GeneratorStep
{
    public required Guid Id { get; init; }

    /// <summary>Names the bars, which were sent before.</summary>
    public required Guid Bars { get; init; }

    public required string Suite { get; init; }

    /// <summary>The suite's parameters with the step's values, by name.</summary>
    public required IReadOnlyDictionary<string, string> Parameters { get; init; }

    public long? Preload { get; init; }

    public required int Seed { get; init; }

    public required ApiEndpoint Endpoint { get; init; }

    public required Guid FirstId { get; init; }

    public required LoadSimulation Simulation { get; init; }

    public required LoadShare Share { get; init; }

    /// <summary>How much later than the others it begins.</summary>
    public required TimeSpan Delay { get; init; }

    /// <exception cref="LoadEngineException">The store is in the runner's own process.</exception>
    public static GeneratorStep Of(SuiteLoad load, Guid bars, Guid id, (LoadShare Share, LoadSimulation Simulation, TimeSpan Delay) part)
    {
        var (step, target) = (load.Context.Step, load.Context.Target);
        return new GeneratorStep
        {
            Id = id,
            Bars = bars,
            Suite = step.Suite.Name,
            Parameters = step.Workload.ToRecord().Parameters.ToDictionary(p => p.Name, p => p.Value, StringComparer.Ordinal),
            Preload = step.Preload,
            Seed = step.Seed,
            Endpoint = target.Endpoint
                ?? throw new LoadEngineException("Generators in other processes reach a store through its API only."),
            FirstId = load.History.Ids.First,
            Simulation = part.Simulation,
            Share = part.Share,
            Delay = part.Delay,
        };
    }

    public SuiteLoad ToLoad(ILoadTarget target, LoadRecorder recorder, BarSource bars, TimeProvider time)
    {
        var suite = SuiteCatalog.Find(Suite);
        var values = suite.Parameters.Where(p => Parameters.ContainsKey(p.Name)).Select(p => new ParameterText(p, Parameters[p.Name]));
        var workload = new Workload("", suite.Parameters, values);
        var step = new Step(Number: 1, suite, workload, Endpoint.Store, Trial: 1, Simulation.Copies, Simulation.Rate, Preload)
        {
            Seed = Seed,
        };
        var workers = Simulation.MaxWorkers;
        return suite.Load!(new LoadContext(step, target, workers, recorder, bars, new EventIds(FirstId), time) { Share = Share });
    }
}
