namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Projection delays of a store in the generator's own process: SaveTime - ApiCallTime.</summary>
internal sealed class DirectDelays : IProjectionObserver
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _histogram = new();
    private DateTimeOffset _from = DateTimeOffset.MaxValue;

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        lock (_lock)
        {
            foreach (var row in rows)
            {
                if (row.ApiCallTime >= _from)
                {
                    _histogram.Record(saveTime - row.ApiCallTime);
                }
            }
        }
    }

    /// <summary>Forgets everything and counts events that are sent at that time or later.</summary>
    public void MeasureFrom(DateTimeOffset from)
    {
        lock (_lock)
        {
            _from = from;
            _histogram.Clear();
        }
    }

    public HistogramRecord Read()
    {
        lock (_lock)
        {
            return _histogram.ToRecord();
        }
    }
}
