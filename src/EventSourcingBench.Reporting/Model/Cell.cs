namespace EventSourcingBench.Reporting.Model;

/// <summary>All trials, in their order, of one store at one load in one suite of one run.</summary>
public sealed record Cell(string Store, Load Load, IReadOnlyList<StepRecord> Trials)
{
    /// <summary>The share of the no-op ceiling from which on a step measures the client.</summary>
    public const double ClientBoundShare = 0.8;

    /// <summary>Which run, from 0.</summary>
    public int Run { get; init; }

    /// <summary>The store, with the letter of the run where there are several.</summary>
    public string Name { get; init; } = Store;

    /// <summary>Which of the page's colours its store has.</summary>
    public int Color { get; init; }

    /// <summary>Its durability tier.</summary>
    public string Tier { get; init; } = string.Empty;

    /// <summary>The worst verdict of the trials.</summary>
    public VerdictState Verdict { get; init; }

    /// <summary>Successful requests a second.</summary>
    public Estimate Throughput { get; init; }

    /// <summary>Service time of the successes of the suite's main operation; null without a success.</summary>
    public Latency? Service { get; init; }

    /// <summary>Response time of all requests of that operation, whatever their outcome; null without a request.</summary>
    public Latency? Response { get; init; }

    /// <summary>Projection delay; null where no projection ran.</summary>
    public Latency? Delay { get; init; }

    /// <summary>CPU and memory of client, API and server.</summary>
    public IReadOnlyList<ResourceUse> Resources { get; init; } = [];

    /// <summary>The greatest share of the no-op ceiling over the trials; null where there is none.</summary>
    public double? ShareOfCeiling { get; init; }

    /// <summary>The throughput as a share of that of the same store and load with the emptiest store.</summary>
    public double ShareOfEmptiest { get; init; }

    /// <summary>Whether the number says more about the load generator than about the store.</summary>
    public bool ClientBound => ShareOfCeiling > ClientBoundShare;

    /// <summary>How many requests ended in each way, over all operations and trials.</summary>
    public LoadTotals Totals => LoadTotals.Of(Trials.SelectMany(t => t.Operations));

    /// <summary>A single trial whose numbers are not asked for.</summary>
    internal static Cell Of(StepRecord trial, Load? load = null) => new(trial.Store, load ?? new Load(null, null, false), [trial]);
}

/// <summary>What a verdict means for the ranking.</summary>
public enum VerdictState
{
    /// <summary>Everything was checked and nothing was found: the number may be ranked.</summary>
    Passed = 0,

    /// <summary>It was not checked, or not to the end: the number is shown and not ranked.</summary>
    NotVerified = 1,

    /// <summary>The store did not keep what it acknowledged: nothing of it is ranked in the suite.</summary>
    Failed = 2,
}

/// <summary>A distribution of times of one step: the medians over trials of <see cref="Percentile.All"/>, milliseconds; and all values
/// of all trials, of which some are censored only among response times.</summary>
public sealed record Latency(IReadOnlyList<Estimate> ByPercentile, ResponseTimes Merged)
{
    /// <summary>The median.</summary>
    public Estimate P50 => ByPercentile[0];

    /// <summary>The 99th percentile.</summary>
    public Estimate P99 => ByPercentile[3];
}

/// <summary>A percentile that reports show: its short name, and 0 to 100, which is the maximum.</summary>
public sealed record Percentile(string Label, double Value)
{
    /// <summary>Those that every latency table has, in rising order.</summary>
    public static IReadOnlyList<Percentile> All { get; } =
    [
        new("p50", 50), new("p90", 90), new("p95", 95), new("p99", 99), new("p99.9", 99.9), new("max", 100),
    ];
}

/// <summary>What a step cost a process (<c>client</c>, <c>API</c> or <c>server</c>), medians over trials: CPU seconds for 1,000 answered
/// requests, the average of busy cores, the most memory in bytes. Null where the system did not tell.</summary>
public sealed record ResourceUse(string Process, Estimate? CpuSecondsPer1000, Estimate? Cores, Estimate? PeakBytes)
{
    /// <summary>The processes, in the order of <see cref="Cell.Resources"/>.</summary>
    public static IReadOnlyList<string> Processes { get; } = ["client", "API", "server"];
}
