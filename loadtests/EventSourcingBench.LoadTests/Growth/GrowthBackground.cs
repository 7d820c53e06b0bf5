namespace EventSourcingBench.LoadTests;

/// <summary>
/// Single appends at a rate, whatever the store does, while something else is measured. A thread of its own releases each when it is
/// due; workers send what was released. What waits for a worker is late, which counts in its response time.
/// </summary>
/// <param name="rate">Appends a second, more than 0.</param>
/// <param name="append">
/// Appends one event, given the worker (0 and up) and when it was due; true when the store has acknowledged it.
/// </param>
/// <param name="waiter">How to wait until one is due.</param>
/// <param name="time">The clock.</param>
internal sealed class GrowthBackground(
    double rate, Func<int, long, Task<bool>> append, IWaiter waiter, TimeProvider time) : IAsyncDisposable
{
    /// <summary>How many appends are under way at once at most.</summary>
    public const int Workers = 32;

    private const int MostDue = 1_000_000;

    private readonly SemaphoreSlim _released = new(0);
    private CancellationTokenSource? _stop;
    private Task _running = Task.CompletedTask;
    private long _begun;
    private long _claimed;
    private long _acknowledged;
    private TimeSpan _elapsed;

    /// <summary>Acknowledged appends a second, over all the time in which it ran since the last call; null when it did not run.</summary>
    public double? TakeRate()
    {
        var (count, elapsed) = (Interlocked.Exchange(ref _acknowledged, 0), _elapsed);
        _elapsed = TimeSpan.Zero;
        return elapsed > TimeSpan.Zero ? count / elapsed.TotalSeconds : null;
    }

    /// <summary>Begins. <see cref="StopAsync"/> must follow.</summary>
    public void Start()
    {
        _stop = new CancellationTokenSource();
        var token = _stop.Token;
        _begun = time.GetTimestamp();
        _claimed = -1;
        _running = Task.WhenAll(
        [
            Task.Factory.StartNew(() => Release(token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default),
            .. Enumerable.Range(0, Workers).Select(worker => Task.Run(() => WorkAsync(worker, token), CancellationToken.None)),
        ]);
    }

    /// <summary>Ends it: what is under way is answered, what waits is not sent.</summary>
    public async Task StopAsync()
    {
        if (_stop is null)
        {
            return;
        }

        await _stop.CancelAsync();
        await _running;
        _elapsed += time.GetElapsedTime(_begun);
        _stop.Dispose();
        _stop = null;
        while (_released.CurrentCount > 0)
        {
            await _released.WaitAsync(CancellationToken.None);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _released.Dispose();
    }

    private long DueAt(long index) => _begun + (long)(index / rate * time.TimestampFrequency);

    private void Release(CancellationToken token)
    {
        for (var next = 0L; ; next++)
        {
            waiter.WaitUntil(DueAt(next), token);
            if (token.IsCancellationRequested)
            {
                return;
            }

            // A store that is so far behind does not come back before the end.
            if (_released.CurrentCount < MostDue)
            {
                _released.Release();
            }
        }
    }

    private async Task WorkAsync(int worker, CancellationToken token)
    {
        while (!token.IsCancellationRequested)
        {
            try
            {
                await _released.WaitAsync(token);
            }
            catch (OperationCanceledException)
            {
                return;
            }

            if (await append(worker, DueAt(Interlocked.Increment(ref _claimed))))
            {
                Interlocked.Increment(ref _acknowledged);
            }
        }
    }
}
