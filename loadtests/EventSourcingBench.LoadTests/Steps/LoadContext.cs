namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What a load is made with: in the runner, or a share of it in a generator of another process.</summary>
internal sealed record LoadContext(
    Step Step, ILoadTarget Target, int Workers, LoadRecorder Recorder, BarSource Bars, EventIds Ids, TimeProvider Time)
{
    /// <summary>The share of this process. Default: all.</summary>
    public LoadShare Share { get; init; } = LoadShare.Whole;

    /// <summary>After this time a request counts as a timeout.</summary>
    public TimeSpan Timeout => Step.Timeout;

    /// <summary>An empty history for this step.</summary>
    public StepHistory NewHistory(
        IEnumerable<string>? keys = null, int eventsPerOperation = 1, BulkHistory? bulk = null, bool hasExpectedVersions = false) =>
        new(Ids, Workers, Time, keys)
        {
            EventsPerOperation = eventsPerOperation,
            Bulk = bulk,
            HasExpectedVersions = hasExpectedVersions,
        };
}
