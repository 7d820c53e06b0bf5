using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// What a suite does in one step, around the load that an engine makes: prepares the store, says what a request is, and
/// holds the store to what it acknowledged. Failures of the store are <see cref="StoreFailureException"/>.
/// </summary>
internal interface IExperiment
{
    /// <summary>What is sent.</summary>
    ILoad Load { get; }

    /// <summary>Makes the store fresh and ready for the load.</summary>
    Task PrepareAsync(CancellationToken cancellationToken);

    /// <summary>Between the drained warm-up and the measured time.</summary>
    ValueTask WarmAsync();

    /// <summary>After the load: waits for what the load has left to do, and completes the result with what it measured.</summary>
    Task<StepResult> FinishAsync(StepResult result);

    /// <summary>The verdict on everything since the preparation.</summary>
    /// <param name="failure">Why the step could not be run to its end; null when it could.</param>
    Task<VerdictRecord> VerifyAsync(string? failure);
}
