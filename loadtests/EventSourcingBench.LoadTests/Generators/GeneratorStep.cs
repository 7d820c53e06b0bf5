namespace EventSourcingBench.LoadTests.Generators;

/// <summary>The share of a step that a generator makes, and how much later than the others it begins. The bars were sent before.</summary>
internal sealed record GeneratorStep(
    Guid Id, Guid Bars, string Suite, IReadOnlyDictionary<string, string> Parameters, long? Preload, int Seed, ApiEndpoint Endpoint,
    Guid FirstId, LoadSimulation Simulation, LoadShare Share, TimeSpan Delay)
{
    public static GeneratorStep Of(SuiteLoad load, Guid bars, Guid id, (LoadShare Share, LoadSimulation Simulation, TimeSpan Delay) part)
    {
        var (step, target) = (load.Context.Step, load.Context.Target);
        return new GeneratorStep(
            id, bars, step.Suite.Name, step.Workload.ToRecord().Parameters.ToDictionary(p => p.Name, p => p.Value, StringComparer.Ordinal),
            step.Preload, step.Seed,
            target.Endpoint ?? throw new LoadEngineException("Generators in other processes reach a store through its API only."),
            load.History.Ids.First, part.Simulation, part.Share, part.Delay);
    }

    public SuiteLoad ToLoad(ILoadTarget target, LoadRecorder recorder, BarSource bars, TimeProvider time)
    {
        var suite = SuiteCatalog.Find(Suite);
        var values = suite.Parameters.Where(p => Parameters.ContainsKey(p.Name)).Select(p => new ParameterText(p, Parameters[p.Name]));
        var workload = new Workload("", suite.Parameters, values);
        var step = new Step(1, suite, workload, Endpoint.Store, Trial: 1, Simulation.Copies, Simulation.Rate, Preload) { Seed = Seed };
        var ids = new EventIds(FirstId);
        return suite.Load!(new LoadContext(step, target, Simulation.MaxWorkers, recorder, bars, ids, time) { Share = Share });
    }
}
