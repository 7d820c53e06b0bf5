namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>When each event was sent, and to how many subscribers it was delivered. Safe for concurrent use.</summary>
/// <param name="subscribersOf">How many subscribers of which the last is timed follow an event, by its number.</param>
internal sealed class DeliveryTimes(Func<long, int> subscribersOf)
{
    private const int PageBits = 16;
    private readonly ConcurrentDictionary<long, TimedEvent[]> _pages = new();
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _last = new();
    private long _from = long.MaxValue;
    private long _incident = long.MaxValue;
    private long _incidentEnd = long.MaxValue;

    /// <summary>How long until the last subscriber had an event, of those that are neither slow nor joined later; of the slow ones where
    /// all are. When all have ended.</summary>
    public DelayRecord Last => new(_last.ToRecord());

    /// <summary>Events that are sent from now on are measured.</summary>
    public void MeasureFrom(long timestamp) => Volatile.Write(ref _from, timestamp);

    public void BeginIncident(long timestamp) => Volatile.Write(ref _incident, timestamp);

    public void EndIncident(long timestamp) => Volatile.Write(ref _incidentEnd, timestamp);

    public void Sent(long number, long timestamp) => Volatile.Write(ref At(number).Sent, timestamp);

    /// <summary>When an event was sent; 0 where it was not.</summary>
    public long SentAt(long number) => Volatile.Read(ref At(number).Sent);

    /// <summary>Enters a delivery to one more subscriber.</summary>
    /// <param name="isApart">Whether it is not one of those of which the last is timed.</param>
    /// <returns>How long after it was sent, and whether that was during the incident; null where it is not measured.</returns>
    public (TimeSpan Delay, bool IsMeanwhile)? Deliver(long number, long timestamp, bool isApart)
    {
        ref var timed = ref At(number);
        var (sent, count) = (Volatile.Read(ref timed.Sent), isApart ? -1 : Interlocked.Increment(ref timed.Count));
        if (DelayOf(number, timestamp) is not { } delay)
            return null;

        if (count == subscribersOf(number))
        {
            lock (_lock)
                _last.Record(delay);
        }

        return (delay, sent >= Volatile.Read(ref _incident) && sent < Volatile.Read(ref _incidentEnd));
    }

    /// <summary>How long after it was sent; null where that is not measured.</summary>
    public TimeSpan? DelayOf(long number, long timestamp) =>
        SentAt(number) is var sent && sent >= Volatile.Read(ref _from) ? Stopwatch.GetElapsedTime(sent, timestamp) : null;

    private ref TimedEvent At(long number) =>
        ref _pages.GetOrAdd(number >> PageBits, _ => new TimedEvent[1 << PageBits])[number & ((1 << PageBits) - 1)];

    private struct TimedEvent
    {
        public long Sent;
        public int Count;
    }
}
