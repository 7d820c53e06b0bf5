namespace EventSourcingBench.Hosting.Servers;

/// <summary>One way of a network. What is sent arrives in that order, when the time that its length and the delay take is over. One thread
/// paces all connections: .NET's timers count whole milliseconds.</summary>
internal sealed class NetworkPath : IDisposable
{
    private readonly Channel<(long Due, TaskCompletionSource Arrived)> _underWay =
        Channel.CreateUnbounded<(long Due, TaskCompletionSource Arrived)>();

    private readonly CancellationTokenSource _end = new();
    private readonly Thread _pacing;
    private readonly long _delay;
    private readonly double _ticksPerByte;

    // When the last bit of what was sent so far has left.
    private long _free;

    public NetworkPath(NetworkConditions conditions)
    {
        _delay = (long)(conditions.Delay.TotalSeconds * Stopwatch.Frequency);
        _ticksPerByte = conditions.BitsPerSecond is { } bits ? 8.0 * Stopwatch.Frequency / bits : 0;
        _pacing = new Thread(Run) { IsBackground = true, Name = "network" };
        _pacing.Start();
    }

    /// <summary>Sends so many bytes now.</summary>
    /// <returns>Ends when they have arrived, on the thread that paces: what follows must not block.</returns>
    public Task SendAsync(int bytes)
    {
        var arrived = new TaskCompletionSource();
        lock (_underWay)
        {
            _free = Math.Max(_free, Stopwatch.GetTimestamp()) + (long)(bytes * _ticksPerByte);
            return _underWay.Writer.TryWrite((_free + _delay, arrived)) ? arrived.Task : Task.CompletedTask;
        }
    }

    /// <summary>Everything under way arrives at once, and what is sent from now on.</summary>
    public void Dispose()
    {
        lock (_underWay)
            _underWay.Writer.TryComplete();

        _end.Cancel();
        _pacing.Join();
        _end.Dispose();
    }

    private void Run()
    {
        try
        {
            foreach (var (due, arrived) in _underWay.Reader.ReadAllAsync(_end.Token).ToBlockingEnumerable(_end.Token))
            {
                SystemWaiter.WaitUntil(due, _end.Token);
                arrived.SetResult();
            }
        }
        catch (OperationCanceledException)
        {
            while (_underWay.Reader.TryRead(out var rest))
                rest.Arrived.SetResult();
        }
    }
}

/// <summary>What a network does to what is sent, each way.</summary>
/// <param name="Delay">From the last bit sent to its arrival; zero: none.</param>
/// <param name="BitsPerSecond">What all connections of a server share; null: no limit.</param>
public sealed record NetworkConditions(TimeSpan Delay, long? BitsPerSecond)
{
    /// <summary>Such as <c>5ms each way, 100 Mbit/s</c>.</summary>
    public override string ToString() => DurationText.Of(Delay) + " each way"
        + (BitsPerSecond is { } bits ? string.Create(CultureInfo.InvariantCulture, $", {bits / 1e6:0.###} Mbit/s") : "");
}
