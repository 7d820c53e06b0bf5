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

    /// <summary>What comes before and after the load of a step: reset, the engine's start and end, verification. Default: 1 s, a guess.
    /// </summary>
    public TimeSpan AroundLoad { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long the load of steps takes that run at the same time.</summary>
    public static TimeSpan LoadOf(IEnumerable<Step> group) => group.Max(s => s.LoadTime);

    public static StepPlan Create(
        IReadOnlyList<(Suite Suite, Workload Workload)> suites,
        Func<Suite, IReadOnlyList<string>> storesOf,
        int seed,
        bool together)
    {
        var random = new SplitMix64(seed);
        var groups = new List<IReadOnlyList<Step>>();
        var number = 0;
        foreach (var (suite, workload) in suites)
        {
            foreach (var trial in Enumerable.Range(1, suite.TrialsInStep ? 1 : workload.Get(LoadParameters.Trials)))
            {
                foreach (var load in suite.Steps(workload))
                {
                    var steps = Shuffled(storesOf(suite), random)
                        .Select(store => new Step(++number, suite, load.Workload, store, trial, load.Copies, load.Rate, load.Preload)
                        {
                            Variant = load.Variant,
                            Text = load.Text,
                            Events = load.Events,
                            Seed = seed,
                        })
                        .ToArray();
                    groups.AddRange(together ? [steps] : steps.Select(s => (IReadOnlyList<Step>)[s]));
                }
            }
        }

        return new StepPlan(groups.FindAll(g => g.Count > 0));
    }

    private static string[] Shuffled(IReadOnlyList<string> stores, SplitMix64 random)
    {
        var shuffled = stores.ToArray();
        random.Shuffle<string>(shuffled);
        return shuffled;
    }
}
