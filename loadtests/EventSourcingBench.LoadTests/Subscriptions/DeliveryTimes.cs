namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>When each event was sent, and to how many subscribers it was delivered. Safe for concurrent use.</summary>
/// <param name="subscribers">How many subscribers there are.</param>
internal sealed class DeliveryTimes(int subscribers)
{
    private const int PageBits = 16;
    private readonly ConcurrentDictionary<long, TimedEvent[]> _pages = new();
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _last = new();

    /// <summary>How long until the last subscriber had an event.</summary>
    public DelayRecord Last
    {
        get
        {
            lock (_lock)
            {
                return new DelayRecord(_last.ToRecord());
            }
        }
    }

    /// <summary>Enters that an event is being sent.</summary>
    public void Sent(long number, long timestamp) => Volatile.Write(ref At(number).Sent, timestamp);

    /// <summary>Enters a delivery to one more subscriber.</summary>
    /// <param name="number">The number of the event.</param>
    /// <param name="timestamp">When it was delivered.</param>
    /// <param name="from">Events that were sent before are not measured.</param>
    /// <returns>How long after it was sent; null where that is not measured.</returns>
    public TimeSpan? Deliver(long number, long timestamp, long from)
    {
        ref var timed = ref At(number);
        var (sent, count) = (Volatile.Read(ref timed.Sent), Interlocked.Increment(ref timed.Count));
        if (sent < from)
            return null;

        var delay = Stopwatch.GetElapsedTime(sent, timestamp);
        if (count == subscribers)
        {
            lock (_lock)
            {
                _last.Record(delay);
            }
        }

        return delay;
    }

    private ref TimedEvent At(long number) =>
        ref _pages.GetOrAdd(number >> PageBits, _ => new TimedEvent[1 << PageBits])[number & ((1 << PageBits) - 1)];

    private struct TimedEvent
    {
        public long Sent;
        public int Count;
    }
}
