namespace EventSourcingBench.LoadTests.Suites;

/// <summary>What a load is made with: in the runner, or a share of it in a generator of another process.</summary>
/// <param name="Step">The step.</param>
/// <param name="Target">Where requests go.</param>
/// <param name="Workers">How many workers this process has at most.</param>
/// <param name="Recorder">Gets messages of errors; the engine gives it the times.</param>
/// <param name="Bars">What is sent by suites that send bars.</param>
/// <param name="Ids">Ids for the events of the step, the same in all processes.</param>
/// <param name="Time">The clock.</param>
internal sealed record LoadContext(
    Step Step, ILoadTarget Target, int Workers, LoadRecorder Recorder, BarSource Bars, EventIds Ids, TimeProvider Time)
{
    /// <summary>The share of this process. Default: all.</summary>
    public LoadShare Share { get; init; } = LoadShare.Whole;

    /// <summary>After this time a request counts as a timeout.</summary>
    public TimeSpan Timeout => Step.Timeout;

    /// <summary>An empty history for this step.</summary>
    /// <param name="keys">Streams that are known beforehand.</param>
    /// <param name="eventsPerOperation">See <see cref="StepHistory.EventsPerOperation"/>.</param>
    /// <param name="bulk">See <see cref="StepHistory.Bulk"/>.</param>
    /// <param name="hasExpectedVersions">See <see cref="StepHistory.HasExpectedVersions"/>.</param>
    public StepHistory NewHistory(
        IEnumerable<string>? keys = null, int eventsPerOperation = 1, BulkHistory? bulk = null, bool hasExpectedVersions = false) =>
        new(Ids, Workers, Time, keys)
        {
            EventsPerOperation = eventsPerOperation,
            Bulk = bulk,
            HasExpectedVersions = hasExpectedVersions,
        };
}
