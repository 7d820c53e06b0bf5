namespace EventSourcingBench.Reporting.Csv;

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
