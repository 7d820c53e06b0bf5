namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The order in which a run goes through its steps: suite by suite, in each suite block by block, in each block load by load, and
/// in each load every store. A block is a trial, where a step does not hold all trials. The stores' order is random for each load of each
/// block, that of several blocks' loads too, so that what drifts on a machine (heat, caches, other work) favours none, and stores that are
/// compared run soon after one another. With several blocks and stores of one tier one of these runs again at each load.</summary>
/// <param name="Groups">What runs at the same time: one step, or with <c>--together</c> all stores of a load.</param>
internal sealed record StepPlan(IReadOnlyList<IReadOnlyList<Step>> Groups)
{
    public IEnumerable<Step> Steps => Groups.SelectMany(g => g);

    /// <summary>How long the load of the run takes, without what comes between steps.</summary>
    public TimeSpan LoadTime => Groups.Aggregate(TimeSpan.Zero, (sum, group) => sum + LoadOf(group));

    /// <summary>What comes around a step's load: reset, the engine's start and end, verification. Default: 1 s, a guess.</summary>
    public TimeSpan AroundLoad { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Another block of a suite, of its number, in a new random order.</summary>
    public Func<Suite, int, IReadOnlyList<IReadOnlyList<Step>>> Further { get; init; } = (_, _) => [];

    public static TimeSpan LoadOf(IEnumerable<Step> group) => group.Max(s => s.LoadTime);

    /// <summary>Default of the tiers: all stores are of one, and compared.</summary>
    public static StepPlan Create(
        IReadOnlyList<(Suite Suite, Workload Workload)> suites, Func<Suite, IReadOnlyList<string>> storesOf, int seed, bool together,
        Func<string, string>? tierOf = null)
    {
        var (random, number, groups) = (new SplitMix64(seed), 0, new List<IReadOnlyList<Step>>());
        var loadsOf = new Dictionary<Suite, (StepLoad Load, (string Store, bool Again)[] Subjects)[]>(ReferenceEqualityComparer.Instance);
        foreach (var (suite, workload) in suites)
        {
            var blocks = suite.HasEngine ? workload.Get(LoadParameters.Trials) : 1;
            var hasBlocks = blocks > 1 || workload.Get(LoadParameters.UntilDecided) is not null;
            var stores = storesOf(suite);
            var repeats = hasBlocks && !together && workload.Get(LoadParameters.Slo) is null;
            var compared = stores.GroupBy(s => tierOf?.Invoke(s)).Where(g => repeats && g.Count() > 1).SelectMany(g => g).ToArray();
            loadsOf[suite] = [.. suite.Steps(workload).Select(l => (l, Subjects(stores, compared)))];
            groups.AddRange(Enumerable.Range(1, blocks).SelectMany(block => Block(suite, block, hasBlocks)));
        }

        return new StepPlan(groups) { Further = (suite, block) => Block(suite, block, hasBlocks: true) };

        IReadOnlyList<IReadOnlyList<Step>> Block(Suite suite, int block, bool hasBlocks) =>
        [
            .. from load in hasBlocks ? Shuffled(loadsOf[suite]) : loadsOf[suite]
               from step in Shuffled(load.Subjects).Select(s => Of(suite, block, load.Load, s.Store, s.Again))
                   .Chunk(together ? Math.Max(1, load.Subjects.Length) : 1)
               select step,
        ];

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
