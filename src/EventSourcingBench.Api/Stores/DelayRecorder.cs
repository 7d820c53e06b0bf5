namespace EventSourcingBench.Api.Stores;

/// <summary>Records the delay of each row that is saved, SaveTime - ApiCallTime; of a rebuild it only counts the rows.</summary>
/// <param name="onDelay">Is given each delay too. Default: nothing is.</param>
public sealed class DelayRecorder(Action<TimeSpan>? onDelay = null) : IProjectionObserver
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _histogram = new();
    private DateTimeOffset? _from;
    private bool _rebuilding;
    private long _replayed;

    /// <summary>The number of rows saved since the last rebuild started, until its end.</summary>
    public long Replayed => Interlocked.Read(ref _replayed);

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        lock (_lock)
        {
            _replayed += _rebuilding ? rows.Count : 0;
            // By index: an enumerator of the interface would be an allocation per save.
            for (var i = 0; i < rows.Count && !_rebuilding; i++)
            {
                if (_from is { } from && rows[i].ApiCallTime >= from)
                {
                    _histogram.Record(saveTime - rows[i].ApiCallTime);
                    onDelay?.Invoke(saveTime - rows[i].ApiCallTime);
                }
            }
        }
    }

    /// <summary>Discards all delays and records events from this ApiCallTime on.</summary>
    public void Measure(DateTimeOffset from)
    {
        lock (_lock)
        {
            _from = from;
            _histogram.Clear();
        }
    }

    /// <summary>Rebuilds the observed projection. The rows that are saved meanwhile are old events.</summary>
    public async Task RebuildAsync(IRunningProjection projection, CancellationToken cancellationToken)
    {
        lock (_lock)
            (_rebuilding, _replayed) = (true, 0);

        try
        {
            await projection.RebuildAsync(cancellationToken);
        }
        finally
        {
            lock (_lock)
                _rebuilding = false;
        }
    }

    public ProjectionDelays Read()
    {
        lock (_lock)
        {
            return new ProjectionDelays(
                _from, _histogram.ToRecord(), Milliseconds(50), Milliseconds(90), Milliseconds(95), Milliseconds(99),
                _histogram.MaxMicroseconds / 1000.0);
        }

        double Milliseconds(double percentile) => _histogram.Percentile(percentile).TotalMilliseconds;
    }
}
