namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// Runs one step, from a fresh store to its verdict. Whatever goes wrong with the store becomes part of the record.
/// </summary>
internal interface IStepRunner
{
    /// <summary>Runs it.</summary>
    Task<StepRecord> RunAsync(CancellationToken cancellationToken);
}
