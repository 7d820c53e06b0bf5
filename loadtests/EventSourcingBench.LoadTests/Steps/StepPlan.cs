namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The order in which a run goes through its steps: suite by suite, in each suite block by block, in each block load by load, and
/// in each load every store. A block is a trial, where a step does not hold all trials. The stores' order is random for each load of each
/// block, that of several blocks' loads too, so that what drifts on a machine (heat, caches, other work) favours none, and stores that are
/// compared run soon after one another. With several blocks and stores of one tier one of these runs again at each load of each
/// block.</summary>
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

    /// <summary>Default of the tiers: all stores are of one, and compared.</summary>
    public static StepPlan Create(
        IReadOnlyList<(Suite Suite, Workload Workload)> suites, Func<Suite, IReadOnlyList<string>> storesOf, int seed, bool together,
        Func<string, string>? tierOf = null)
    {
        var (random, number) = (new SplitMix64(seed), 0);
        var groups =
            from suite in suites
            let blocks = suite.Suite.TrialsInStep ? 1 : suite.Workload.Get(LoadParameters.Trials)
            let stores = storesOf(suite.Suite)
            let repeats = blocks > 1 && !together && suite.Workload.Get(LoadParameters.Slo) is null
            let compared = stores.GroupBy(s => tierOf?.Invoke(s)).Where(g => repeats && g.Count() > 1).SelectMany(g => g).ToArray()
            let loads = suite.Suite.Steps(suite.Workload).Select(l => (Load: l, Subjects: Subjects(stores, compared))).ToArray()
            from block in Enumerable.Range(1, blocks)
            from load in blocks == 1 ? loads : Shuffled(loads)
            select Shuffled(load.Subjects).Select(s => Of(suite.Suite, block, load.Load, s.Store, s.Again)).ToArray();
        return new StepPlan([.. groups.SelectMany(g => g.Chunk(together ? Math.Max(1, g.Length) : 1))]);

        (string Store, bool Again)[] Subjects(IReadOnlyList<string> stores, string[] compared)
        {
            var subjects = stores.Select(s => (s, false));
            return [.. compared.Length == 0 ? subjects : subjects.Append((compared[random.NextBelow(compared.Length)], true))];
        }

        T[] Shuffled<T>(T[] items)
        {
            T[] shuffled = [.. items];
            random.Shuffle<T>(shuffled);
            return shuffled;
        }

        Step Of(Suite suite, int trial, StepLoad load, string store, bool again) => new(
            ++number, suite, load.Workload, store, trial, load.Copies, load.Rate, load.Preload, load.Variant, load.Text, load.Events, seed,
            Again: again);
    }
}
