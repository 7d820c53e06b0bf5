using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What a row of <c>results.csv</c> is made from: one operation with one outcome of one step, or one part of a step.</summary>
/// <param name="Run">The run.</param>
/// <param name="Step">The step.</param>
/// <param name="Operation">Null in the one row of a step that did nothing.</param>
internal sealed record CsvRow(RunRecord Run, StepRecord Step, OperationRecord? Operation)
{
    /// <summary>The part of the step that has a row; null in other rows.</summary>
    public object? Part { get; init; }

    public CsvTimes Service { get; } = new(Operation?.ServiceTime);

    public CsvTimes Response { get; } = new(Operation?.ResponseTime);

    /// <summary>Of all requests of the operation, whatever their outcome.</summary>
    public CsvTimes AllResponses { get; } =
        new(Operation is null ? null : ResponseTimes.Of(Step.Operations.Where(o => o.Operation == Operation.Operation)));

    public CsvTimes Delay { get; } = new(Step.ProjectionDelay);

    public VerdictRecord Verdict => Step.Verdict;
}
