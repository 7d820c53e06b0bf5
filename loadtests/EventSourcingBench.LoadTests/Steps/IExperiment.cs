namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// What a suite does in one step: prepares the store, makes its load, and verifies what was acknowledged. Failures of the store are
/// <see cref="StoreFailureException"/>, or those of the contract where it is reached directly.
/// </summary>
internal interface IExperiment : IAsyncDisposable
{
    /// <summary>What an engine sends, when the step is prepared; null where no engine makes the load.</summary>
    ILoad? Load => null;

    /// <summary>Makes the store fresh and ready for the load.</summary>
    Task PrepareAsync(CancellationToken cancellationToken);

    /// <summary>Makes the load.</summary>
    /// <returns>The same with the measured time.</returns>
    Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken);

    /// <summary>After a load that came to its end: waits for what it has left to do.</summary>
    Task<StepResult> FinishAsync(StepResult result) => Task.FromResult(result);

    /// <summary>The verdict on everything since the preparation.</summary>
    /// <param name="failure">Why the step could not be run to its end; null when it could.</param>
    Task<VerdictRecord> VerifyAsync(string? failure);

    /// <summary>Adds what the suite itself has measured, also where the step was not run to its end.</summary>
    StepResult Describe(StepResult result) => result;

    ValueTask IAsyncDisposable.DisposeAsync() => ValueTask.CompletedTask;
}
