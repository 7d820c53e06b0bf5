namespace EventSourcingBench.Reporting.Csv;

/// <summary>What a row of <c>results.csv</c> is made from: one operation with one outcome of one step, or one part of a step.
/// <c>Operation</c>: null in the one row of a step that did nothing. <c>Part</c>: its number from 0; null in other rows.</summary>
internal sealed record CsvRow(RunRecord Run, StepRecord Step, OperationRecord? Operation, int? Part = null)
{
    public ResponseTimes? Service { get; } = Times(Operation?.ServiceTime);

    public ResponseTimes? Response { get; } = Times(Operation?.ResponseTime);

    /// <summary>Of all requests of the operation, whatever their outcome.</summary>
    public ResponseTimes? AllResponses { get; } =
        Operation is null ? null : ResponseTimes.Of(Step.Operations.Where(o => o.Operation == Operation.Operation));

    public ResponseTimes? Delay { get; } = Times(Step.ProjectionDelay);

    public VerdictRecord Verdict => Step.Verdict;

    public string? Tier => Run.Stores.FirstOrDefault(s => s.Name == Step.Store)?.Durability;

    /// <summary>A value that the suite adds.</summary>
    public object? Value(SuiteDefinition suite, string name) =>
        new RowValues(suite, Cell.Of(Step) with { Tier = Tier ?? string.Empty }, Step) { Part = Part }.Value(name);

    private static ResponseTimes? Times(HistogramRecord? record) =>
        record is null ? null : ResponseTimes.Of(LatencyHistogram.FromRecord(record));
}
