namespace EventSourcingBench.LoadTests.Suites;

/// <summary>
/// Runs one step, from a fresh store to its verdict. Whatever goes wrong with the store becomes part of the record.
/// </summary>
internal interface IStepRunner
{
    /// <summary>Runs it.</summary>
    /// <param name="cancellationToken">Ends the load; what was measured is still verified.</param>
    Task<StepRecord> RunAsync(CancellationToken cancellationToken);
}
