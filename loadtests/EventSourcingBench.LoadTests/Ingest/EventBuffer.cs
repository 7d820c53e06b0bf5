namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>Gathers events and flushes them together: by bytes, by count, or when the oldest has waited long enough. One flush is under way
/// at a time, so that events of a stream reach the store in the order in which they came. Safe for any number of producers.</summary>
internal sealed class EventBuffer : IAsyncDisposable
{
    private readonly EventBufferSettings _settings;
    private readonly Func<BufferBatch, Task> _flush;
    private readonly TimeProvider _time;
    private readonly Lock _lock = new();
    private readonly Channel<BufferBatch> _sealed = Channel.CreateUnbounded<BufferBatch>(new() { SingleReader = true });
    private readonly ITimer _timer;
    private readonly Task _flushing;
    private BufferBatch _filling = new(likely: null);
    private TaskCompletionSource? _room;
    private long _fillingSince;
    private long _memory;
    private int _sealedCount;
    private bool _isComplete;

    /// <summary>Makes an empty one. A batch whose flush throws counts as failed; the next follows.</summary>
    public EventBuffer(EventBufferSettings settings, Func<BufferBatch, Task> flush, TimeProvider time)
    {
        (_settings, _flush, _time) = (settings, flush, time);
        _timer = time.CreateTimer(_ => OnTimer(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _flushing = Task.Run(FlushAllAsync);
    }

    public long Overflowed { get; private set; }

    public long Acknowledged { get; private set; }

    public long Failed { get; private set; }

    public long Flushes { get; private set; }

    public long Memory => Volatile.Read(ref _memory);

    /// <summary>Takes an event; the data is copied.</summary>
    /// <returns>Blocking: true, when there was room. Non-blocking, at once: false when it was refused, which is counted.</returns>
    /// <exception cref="InvalidOperationException">The buffer was completed.</exception>
    public async ValueTask<bool> AddAsync(int stream, Guid id, ReadOnlyMemory<byte> data)
    {
        while (true)
        {
            Task room;
            lock (_lock)
            {
                if (_isComplete)
                    throw new InvalidOperationException("The buffer was completed.");

                var fits = _filling.Count == 0 || _filling.Bytes + data.Length <= _settings.FlushBytes;
                var memory = data.Length + BufferBatch.EntryBytes;
                if (!_settings.Blocking && _memory > 0 && _memory + memory > _settings.MemoryLimit)
                {
                    Overflowed++;
                    return false;
                }

                if (!_settings.Blocking || (fits && !IsFull) || _sealedCount == 0)
                {
                    if (!fits)
                        Seal();

                    Take(stream, id, data.Span);
                    _memory += memory;
                    return true;
                }

                room = (_room ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            await room;
        }
    }

    public async Task CompleteAsync()
    {
        lock (_lock)
        {
            if (!_isComplete && _filling.Count > 0)
                Seal();

            _isComplete = true;
            _sealed.Writer.TryComplete();
        }

        await _flushing;
    }

    public async ValueTask DisposeAsync()
    {
        await CompleteAsync();
        await _timer.DisposeAsync();
    }

    private void Take(int stream, Guid id, ReadOnlySpan<byte> data)
    {
        if (_filling.Count == 0)
        {
            _fillingSince = _time.GetTimestamp();
            _timer.Change(_settings.Linger, Timeout.InfiniteTimeSpan);
        }

        _filling.Add(stream, id, data);
        if (IsFull)
            SealIfAllowed();
    }

    private bool IsFull => _filling.Bytes >= _settings.FlushBytes || _filling.Count >= _settings.FlushCount;

    private TimeSpan Left => _settings.Linger - _time.GetElapsedTime(_fillingSince);

    // Blocking: the batch that fills waits for the one that is under way, so that there are never more than two.
    private void SealIfAllowed()
    {
        if (!_settings.Blocking || _sealedCount == 0)
            Seal();
    }

    private void Seal()
    {
        _sealedCount++;
        _sealed.Writer.TryWrite(_filling);
        _filling = new BufferBatch(_filling);
    }

    private void OnTimer()
    {
        lock (_lock)
        {
            // It may fire a little early, or have been set by an earlier batch.
            var left = Left;
            if (_filling.Count > 0 && left > TimeSpan.Zero)
                _timer.Change(left, Timeout.InfiniteTimeSpan);
            else if (_filling.Count > 0)
                SealIfAllowed();
        }
    }

    private async Task FlushAllAsync()
    {
        await foreach (var batch in _sealed.Reader.ReadAllAsync())
        {
            var flushed = _flush(batch);
            await flushed.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            lock (_lock)
            {
                Flushes++;
                Acknowledged += flushed.IsCompletedSuccessfully ? batch.Count : 0;
                Failed += flushed.IsCompletedSuccessfully ? 0 : batch.Count;
                _memory -= batch.Memory;
                _sealedCount--;
                if (_filling.Count > 0 && (IsFull || Left <= TimeSpan.Zero))
                    SealIfAllowed();

                // Waiting callers continue on the pool, and so outside of the lock.
                _room?.TrySetResult();
                _room = null;
            }
        }
    }
}

/// <summary>When a buffer is flushed, and what happens to an event that finds it full. Blocking: one buffer is flushed while another fills,
/// and a producer that finds both full waits; else it never waits, and the memory of what waits is bounded. The bytes are event data that
/// a buffer holds at most, 1 or more; a single event may be larger.</summary>
/// <param name="FlushCount">Events that a buffer holds at most, 1 or more. Default: a million.</param>
/// <param name="MemoryLimit">Non-blocking: bytes of waiting events, <see cref="BufferBatch.EntryBytes"/> of each included.</param>
internal sealed record EventBufferSettings(
    bool Blocking, int FlushBytes, int FlushCount = EventBufferSettings.MostEvents, long MemoryLimit = 64L << 20)
{
    public const int MostEvents = 1_000_000;

    /// <summary>A buffer is flushed when its oldest event has waited for so long, full or not. Default: a second.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.FromSeconds(1);
}
