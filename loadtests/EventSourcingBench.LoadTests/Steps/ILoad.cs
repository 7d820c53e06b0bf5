namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// The requests of a suite. What a request is follows from the step and its number, so that several processes can share them.
/// </summary>
internal interface ILoad
{
    LoadContext Context { get; }

    LoadScenario Scenario { get; }

    StepHistory History { get; }

    /// <summary>How often requests were sent again because a connection was refused or broke.</summary>
    long Resent => 0;

    /// <summary>Adds what generators in other processes sent again.</summary>
    void AddResent(long count)
    {
    }
}

/// <summary>What a load is made with: in the runner, or a share of it in a generator of another process.</summary>
internal sealed record LoadContext(
    Step Step, ILoadTarget Target, int Workers, LoadRecorder Recorder, BarSource Bars, EventIds Ids, TimeProvider Time)
{
    /// <summary>The share of this process. Default: all.</summary>
    public LoadShare Share { get; init; } = LoadShare.Whole;

    public TimeSpan Timeout => Step.Timeout;

    public StepHistory NewHistory(
        IEnumerable<string>? keys = null, int eventsPerOperation = 1, BulkHistory? bulk = null, bool hasExpectedVersions = false) =>
        new(Ids, Workers, Time, keys)
        {
            EventsPerOperation = eventsPerOperation,
            Bulk = bulk,
            HasExpectedVersions = hasExpectedVersions,
        };
}
