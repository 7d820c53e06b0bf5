namespace EventSourcingBench.Reporting.Csv;

/// <summary>What a row of <c>results.csv</c> is made from: one operation with one outcome of one step, or one part of a step.</summary>
/// <param name="Run">The run.</param>
/// <param name="Step">The step.</param>
/// <param name="Operation">Null in the one row of a step that did nothing.</param>
internal sealed record CsvRow(RunRecord Run, StepRecord Step, OperationRecord? Operation)
{
    /// <summary>The number of the part of the step that has a row, from 0; null in other rows.</summary>
    public int? Part { get; init; }

    public CsvTimes Service { get; } = new(Operation?.ServiceTime);

    public CsvTimes Response { get; } = new(Operation?.ResponseTime);

    /// <summary>Of all requests of the operation, whatever their outcome.</summary>
    public CsvTimes AllResponses { get; } =
        new(Operation is null ? null : ResponseTimes.Of(Step.Operations.Where(o => o.Operation == Operation.Operation)));

    public CsvTimes Delay { get; } = new(Step.ProjectionDelay);

    /// <summary>A value that the suite adds.</summary>
    public object? Value(SuiteDefinition suite, string name)
    {
        var cell = Cell.Of(Step, new Load(null, null, false)) with
        {
            Tier = Run.Stores.FirstOrDefault(s => s.Name == Step.Store)?.Durability ?? string.Empty,
        };
        return new RowValues(suite, cell, Step) { Part = Part }.Value(name);
    }

    public VerdictRecord Verdict => Step.Verdict;
}
