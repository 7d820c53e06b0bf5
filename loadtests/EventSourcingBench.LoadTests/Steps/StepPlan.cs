namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The order in which a run goes through its steps: suite by suite, trial by trial (where a step does not hold all trials), load
/// by load as the workload lists them, and in each load every store. The stores' order is random for each load, so that what drifts on a
/// machine (heat, caches, other work) favours none, and stores that are compared run soon after one another.</summary>
/// <param name="Groups">What runs at the same time: one step, or with <c>--together</c> all stores of a load.</param>
internal sealed record StepPlan(IReadOnlyList<IReadOnlyList<Step>> Groups)
{
    public IEnumerable<Step> Steps => Groups.SelectMany(g => g);

    /// <summary>How long the load of the run takes, without what comes between steps.</summary>
    public TimeSpan LoadTime => Groups.Aggregate(TimeSpan.Zero, (sum, group) => sum + LoadOf(group));

    /// <summary>What comes around a step's load: reset, the engine's start and end, verification. Default: 1 s, a guess.</summary>
    public TimeSpan AroundLoad { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long the load of steps takes that run at the same time.</summary>
    public static TimeSpan LoadOf(IEnumerable<Step> group) => group.Max(s => s.LoadTime);

    public static StepPlan Create(
        IReadOnlyList<(Suite Suite, Workload Workload)> suites, Func<Suite, IReadOnlyList<string>> storesOf, int seed, bool together)
    {
        var (random, number) = (new SplitMix64(seed), 0);
        var groups =
            from suite in suites
            from trial in Enumerable.Range(1, suite.Suite.TrialsInStep ? 1 : suite.Workload.Get(LoadParameters.Trials))
            from load in suite.Suite.Steps(suite.Workload)
            select Shuffled(suite.Suite).Select(store => Of(suite.Suite, trial, load, store)).ToArray();
        return new StepPlan([.. groups.SelectMany(g => g.Chunk(together ? Math.Max(1, g.Length) : 1))]);

        string[] Shuffled(Suite suite)
        {
            string[] stores = [.. storesOf(suite)];
            random.Shuffle<string>(stores);
            return stores;
        }

        Step Of(Suite suite, int trial, StepLoad load, string store) => new(
            ++number, suite, load.Workload, store, trial, load.Copies, load.Rate, load.Preload, load.Variant, load.Text, load.Events, seed);
    }
}
