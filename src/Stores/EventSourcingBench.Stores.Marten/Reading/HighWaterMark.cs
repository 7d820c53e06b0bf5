namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>Marten's high-water mark: no event below it is missing or can still appear. Marten's daemon determines it, and runs here
/// without a projection from the first subscription on.</summary>
internal sealed class HighWaterMark(MartenParts parts) : IAsyncDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    private readonly SemaphoreSlim _starting = new(1);
    private readonly Pulse _risen = new();
    private IProjectionDaemon? _daemon;

    public long Mark => _daemon!.Tracker.HighWaterMark;

    public async Task<IProjectionDaemon> StartAsync(CancellationToken cancellationToken)
    {
        await _starting.WaitAsync(cancellationToken);
        try
        {
            if (_daemon is not null)
                return _daemon;

            var daemon = await parts.Store.BuildProjectionDaemonAsync();
            daemon.Tracker.Subscribe(new ShardObserver(_ => _risen.Raise()));
            try
            {
                await daemon.StartAllAsync();
            }
            catch
            {
                daemon.Dispose();
                throw;
            }

            return _daemon = daemon;
        }
        finally
        {
            _starting.Release();
        }
    }

    /// <summary>Reads page by page up to the mark, then live. A page that is not full may be empty.</summary>
    /// <param name="read">Reads events after a position, up to another one, and no more than a page.</param>
    public async IAsyncEnumerable<Page<T>> FollowAsync<T>(
        long after, int pageSize, Func<long, long, CancellationToken, Task<IReadOnlyList<T>>> read, Func<T, long> positionOf,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await parts.FollowAsync(StartAsync, cancellationToken);
        while (true)
        {
            var (seen, from, mark) = (_risen.Seen, after, Mark);
            var events = mark > from ? await parts.FollowAsync(either => read(from, mark, either), cancellationToken) : [];
            var isFull = events.Count == pageSize;
            after = isFull ? positionOf(events[^1]) : Math.Max(from, mark);
            yield return new Page<T>(events, after, isFull);
            if (!isFull)
                await parts.FollowAsync(either => _risen.WaitAsync(seen, PollInterval, parts.Time, either).AsTask(), cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        // One that is starting is stopped as well.
        await _starting.WaitAsync();
        if (_daemon is not null)
        {
            await DaemonWakeup.StopAsync(parts.Store, _daemon);
            _daemon.Dispose();
        }

        _starting.Dispose();
    }
}

internal sealed class ShardObserver(Action<ShardState> next) : IObserver<ShardState>
{
    public void OnNext(ShardState value) => next(value);

    public void OnError(Exception error)
    {
    }

    public void OnCompleted()
    {
    }
}

/// <param name="End">The position up to which they are complete.</param>
/// <param name="IsFull">Whether there may be more events up to the mark.</param>
internal sealed record Page<T>(IReadOnlyList<T> Events, long End, bool IsFull);
