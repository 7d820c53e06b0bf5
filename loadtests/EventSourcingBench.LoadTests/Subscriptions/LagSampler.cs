namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>How far groups of subscribers are behind during the load: of each group the one that is behind most, and of each second of the
/// measured time the worst of four samples.</summary>
internal sealed class LagSampler(TimeProvider time, DeliveryTimes times, Func<long> wanted, long from)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);
    private readonly SortedDictionary<int, Dictionary<string, (long Events, double Seconds)>> _seconds = [];

    public required IReadOnlyList<(string Name, IEnumerable<LiveSubscriber> Subscribers)> Groups { get; init; }

    public long Memory { get; private set; }

    public Task RunAsync(CancellationToken cancellationToken) => time.EveryAsync(Interval, Sample, cancellationToken);

    /// <summary>A value for each second in each group that had subscribers.</summary>
    public IReadOnlyDictionary<string, LagRecord> ToRecords() => Groups.Select(g => g.Name)
        .Where(name => _seconds.Values.Any(s => s.ContainsKey(name)))
        .ToDictionary(name => name, name => new LagRecord(
            [.. _seconds.Values.Select(s => s.GetValueOrDefault(name).Events)],
            [.. _seconds.Values.Select(s => Math.Round(s.GetValueOrDefault(name).Seconds, 4))]), StringComparer.Ordinal);

    private void Sample()
    {
        Memory = Math.Max(Memory, Environment.WorkingSet);
        var (now, all) = (time.GetTimestamp(), wanted());
        var second = (int)time.GetElapsedTime(from, now).TotalSeconds;
        if (!_seconds.TryGetValue(second, out var groups))
            _seconds[second] = groups = new(StringComparer.Ordinal);

        foreach (var (name, subscribers) in Groups)
        {
            if (subscribers.MinBy(s => s.Count) is not { } last)
                continue;

            var (count, behind) = (last.Count, last.Behind(all));
            // Events are delivered about in the order of their numbers: the next one is about that with the number of the count. An
            // append with an open transaction has a number too, and no time.
            var sent = times.SentAt(count) is not 0 and var next ? next : times.SentAt(count + 1);
            var seconds = behind == 0 ? 0 : time.GetElapsedTime(sent == 0 ? from : sent, now).TotalSeconds;
            var worst = groups.GetValueOrDefault(name);
            groups[name] = (Math.Max(worst.Events, behind), Math.Max(worst.Seconds, seconds));
        }
    }
}
