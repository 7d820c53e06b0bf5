namespace EventSourcingBench.LoadTests.NBomber.Tests;

/// <summary>Requests that take a known time, and what was seen of them.</summary>
internal sealed class Requests
{
    private readonly ConcurrentDictionary<int, int> _busy = new();
    private long _count;
    private int _underWay;
    private long _most;

    public TimeSpan Time { get; set; } = TimeSpan.FromMilliseconds(10);

    public Func<LoadCall, Outcome> Answer { get; set; } = _ => Outcome.Success;

    public Action<long>? OnRequest { get; set; }

    public long Count => Interlocked.Read(ref _count);

    public int UnderWay => Volatile.Read(ref _underWay);

    public int MostUnderWay => (int)Interlocked.Read(ref _most);

    /// <summary>A worker that was called twice at once; null: none was.</summary>
    public int? DoubledWorker { get; private set; }

    public async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var count = Interlocked.Increment(ref _count);
        RequestSender.Raise(ref _most, Interlocked.Increment(ref _underWay));
        if (!_busy.TryAdd(call.Worker, 0))
            DoubledWorker = call.Worker;

        try
        {
            OnRequest?.Invoke(count);
            if (Time > TimeSpan.Zero)
                await Task.Delay(Time, cancellationToken);

            return Answer(call);
        }
        finally
        {
            _busy.TryRemove(call.Worker, out _);
            Interlocked.Decrement(ref _underWay);
        }
    }
}
