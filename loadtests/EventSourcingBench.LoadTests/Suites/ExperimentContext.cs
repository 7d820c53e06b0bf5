using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>What an experiment is made with.</summary>
/// <param name="Step">The step.</param>
/// <param name="Store">Its store.</param>
/// <param name="Workers">How many workers its load has at most.</param>
/// <param name="Recorder">Gets messages of errors; the engine gives it the times.</param>
/// <param name="Tools">What every step of the run uses.</param>
internal sealed record ExperimentContext(Step Step, IStoreUnderTest Store, int Workers, LoadRecorder Recorder, RunTools Tools)
{
    /// <summary>Ids for the events of this step.</summary>
    public EventIds NewIds() => StepIds.Of(Step, Step.Trial, Tools.Time);

    /// <summary>An empty history for this step.</summary>
    /// <param name="keys">Streams that are known beforehand.</param>
    /// <param name="eventsPerOperation">See <see cref="StepHistory.EventsPerOperation"/>.</param>
    /// <param name="bulk">See <see cref="StepHistory.Bulk"/>.</param>
    /// <param name="hasExpectedVersions">See <see cref="StepHistory.HasExpectedVersions"/>.</param>
    /// <param name="ids">See <see cref="StepHistory.Ids"/>. Default: <see cref="NewIds"/>.</param>
    public StepHistory NewHistory(
        IEnumerable<string>? keys = null, int eventsPerOperation = 1, BulkEvents? bulk = null, bool hasExpectedVersions = false, EventIds? ids = null) =>
        new(ids ?? NewIds(), Workers, Tools.Time, keys)
        {
            EventsPerOperation = eventsPerOperation,
            Bulk = bulk,
            HasExpectedVersions = hasExpectedVersions,
        };
}
