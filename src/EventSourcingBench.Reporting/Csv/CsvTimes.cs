using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The columns of one histogram, milliseconds; all empty but the count where there is no value.</summary>
internal sealed record CsvTimes
{
    private const double MicrosecondsPerMillisecond = 1000;

    private readonly LatencyHistogram? _values;

    public CsvTimes(HistogramRecord? record) =>
        _values = record is { Count: > 0 } ? LatencyHistogram.FromRecord(record) : null;

    public long Count => _values?.Count ?? 0;

    public double? Min => _values?.MinMicroseconds / MicrosecondsPerMillisecond;

    public double? Mean => _values?.Mean.TotalMilliseconds;

    /// <summary>A percentile of <see cref="Percentile.All"/>.</summary>
    public double? At(Percentile percentile) =>
        _values is null ? null : CellBuilder.Milliseconds(_values, percentile.Value);
}
