namespace EventSourcingBench.Reporting.Model;

/// <summary>All trials of one store at one load in one suite of one run.</summary>
public sealed record Cell
{
    /// <summary>The share of the no-op ceiling from which on a step measures the client.</summary>
    public const double ClientBoundShare = 0.8;

    /// <summary>Which run, from 0.</summary>
    public required int Run { get; init; }

    /// <summary>The store.</summary>
    public required string Store { get; init; }

    /// <summary>The store, with the letter of the run where there are several.</summary>
    public required string Name { get; init; }

    /// <summary>Which of the page's colours its store has.</summary>
    public required int Color { get; init; }

    /// <summary>Its durability tier.</summary>
    public required string Tier { get; init; }

    /// <summary>The load.</summary>
    public required Load Load { get; init; }

    /// <summary>The trials, in their order.</summary>
    public required IReadOnlyList<StepRecord> Trials { get; init; }

    /// <summary>The worst verdict of the trials.</summary>
    public required VerdictState Verdict { get; init; }

    /// <summary>Successful requests a second.</summary>
    public required Estimate Throughput { get; init; }

    /// <summary>Service time of the successes of the suite's main operation; null without a success.</summary>
    public Latency? Service { get; init; }

    /// <summary>Response time of all requests of that operation, whatever their outcome; null without a request.</summary>
    public Latency? Response { get; init; }

    /// <summary>Projection delay; null where no projection ran.</summary>
    public Latency? Delay { get; init; }

    /// <summary>CPU and memory of client, API and server.</summary>
    public required IReadOnlyList<ResourceUse> Resources { get; init; }

    /// <summary>The greatest share of the no-op ceiling over the trials; null where there is none.</summary>
    public double? ShareOfCeiling { get; init; }

    /// <summary>Whether the number says more about the load generator than about the store.</summary>
    public bool ClientBound => ShareOfCeiling > ClientBoundShare;

    /// <summary>How many requests ended in each way, over all operations and trials.</summary>
    public LoadTotals Totals => LoadTotals.Of(Trials.SelectMany(t => t.Operations));

    /// <summary>A single trial whose numbers are not asked for.</summary>
    internal static Cell Of(StepRecord trial, Load load) => new()
    {
        Run = 0,
        Store = trial.Store,
        Name = trial.Store,
        Color = 0,
        Tier = string.Empty,
        Load = load,
        Trials = [trial],
        Verdict = default,
        Throughput = default,
        Resources = [],
    };
}
