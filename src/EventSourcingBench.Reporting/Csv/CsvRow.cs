namespace EventSourcingBench.Reporting.Csv;

/// <summary>What a row of <c>results.csv</c> is made from: one operation with one outcome of one step, or one part of a step.
/// <c>Operation</c>: null in the one row of a step that did nothing.</summary>
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
        var cell = Cell.Of(Step) with
        {
            Tier = Run.Stores.FirstOrDefault(s => s.Name == Step.Store)?.Durability ?? string.Empty,
        };
        return new RowValues(suite, cell, Step) { Part = Part }.Value(name);
    }

    public VerdictRecord Verdict => Step.Verdict;
}

/// <summary>The columns of one histogram, milliseconds; all empty but the count where there is no value.</summary>
internal sealed record CsvTimes
{
    private readonly ResponseTimes? _values;

    public CsvTimes(ResponseTimes? times) => _values = times is { Count: > 0 } ? times : null;

    public CsvTimes(HistogramRecord? record)
        : this(record is null ? null : ResponseTimes.Of(LatencyHistogram.FromRecord(record)))
    {
    }

    public long Count => _values?.Count ?? 0;

    public double? Min => _values?.Percentile(0).Time.TotalMilliseconds;

    public double? Mean => _values?.Mean.Time.TotalMilliseconds;

    /// <summary>Requests without an answer, or with an error: percentiles among them are lower bounds.</summary>
    public long? Censored => _values?.Censored;

    /// <summary>A percentile of <see cref="Percentile.All"/>.</summary>
    public double? At(Percentile percentile) =>
        _values?.Percentile(percentile.Value).Time.TotalMilliseconds;
}
