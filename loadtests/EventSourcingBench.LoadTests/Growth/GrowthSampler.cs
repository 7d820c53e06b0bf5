namespace EventSourcingBench.LoadTests.Growth;

internal sealed class GrowthSampler(GrowingStore growing, double? backgroundRate, IReadOnlyList<int> serverProcessIds)
{
    // As many as a 99th percentile needs.
    private const int Measured = 1_000;

    // What follows the filling finds cold caches and connections: the first time is kept apart, the others are not counted.
    private const int Cold = 100;

    public const int LongRead = 1_000;
    private const int Projected = 20;

    // A projection that saves nothing for so long, with events waiting, has come to a halt.
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan MaxDelay = TimeSpan.FromSeconds(15);

    private readonly GrowthBackground _background = new(backgroundRate, growing.AppendInBackgroundAsync, growing.Time);
    private readonly ProcessTreeSampler _client = new(Environment.ProcessId, growing.Time);
    private readonly IReadOnlyList<ProcessTreeSampler> _servers =
        [.. serverProcessIds.Select(id => new ProcessTreeSampler(id, growing.Time))];

    /// <summary>Takes a sample. A cancellation ends it between its parts; nothing of it is kept.</summary>
    public async Task<GrowthSample> TakeAsync(double fillRate, CancellationToken cancellationToken)
    {
        // A closed store takes no appends, so that the background load has ended when it is opened.
        var (sample, rate) = await _background.BesideAsync(() => MeasureAsync(fillRate, cancellationToken));
        return sample with { BackgroundRate = rate, Open = await OpenAsync() };
    }

    /// <summary>Whether single appends keep a bound with so many events.</summary>
    public async Task<SloProbe> ProbeAsync(SloRecord slo, long events, CancellationToken cancellationToken)
    {
        var ((_, times), _) = await _background.BesideAsync(() => TimesAsync(_ => growing.AppendAsync(), cancellationToken));
        var (response, sum) = (Percentile(times, slo.Percentile), times.Aggregate(TimeSpan.Zero, (sum, time) => sum + time));
        return new SloProbe(events, times.Count / sum.TotalSeconds, response <= slo.Bound, response);
    }

    /// <summary>Closes the store and opens it on its data until it answers a reading; null for one that loses its data so.</summary>
    public async Task<TimeSpan?> OpenAsync()
    {
        if (!growing.Store.Capabilities.HasFlag(StoreCapabilities.Persistent))
            return null;

        var start = growing.Time.GetTimestamp();
        await growing.Opened.OpenAgainAsync(CancellationToken.None);
        await ReadShortAsync(0);
        return growing.Time.GetElapsedTime(start);
    }

    public Task<TimeSpan?> RebuildAsync(CancellationToken cancellationToken) => WithProjectionAsync(async projection =>
    {
        var (start, events) = (growing.Time.GetTimestamp(), growing.Acknowledged);
        await projection.RebuildAsync(cancellationToken);
        var (elapsed, replayed) = (growing.Time.GetElapsedTime(start), projection.Replayed);
        growing.NotRebuilt = events - replayed;
        return elapsed;
    }, cancellationToken);

    private async Task<GrowthSample> MeasureAsync(double fillRate, CancellationToken cancellationToken)
    {
        var client = _client.Take()?.Bytes ?? Environment.WorkingSet;
        var servers = _servers.Select(s => s.Take()).OfType<ProcessSample>().ToList();
        var (coldAppend, appends) = await TimesAsync(_ => growing.AppendAsync(), cancellationToken);
        var events = growing.Acknowledged;
        var storage = await growing.ReadStorageAsync();
        var (coldShort, shortReads) = await TimesAsync(ReadShortAsync, cancellationToken);
        var (coldLong, longReads) = await TimesAsync(_ => growing.ReadAsync(stream: 0, LongRead), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();

        // Not measured, and after the cold reads. At once, and again: a store may show late what it acknowledged, or do so in turn.
        await growing.AppendAsync();
        await growing.ReadAppendedAsync();
        await growing.ReadAppendedAsync();
        return new GrowthSample(
            events, fillRate, Percentile(appends, 50), Percentile(appends, 99), Percentile(shortReads, 50), Percentile(longReads, 50),
            client, await growing.CatchUpAsync(isLoaded: backgroundRate is not null, cancellationToken),
            await WithProjectionAsync(MeasureDelayAsync, cancellationToken),
            DataBytes: storage?.DataBytes, WrittenBytes: growing.Written,
            ServerMemory: servers.Count == 0 ? null : servers.Sum(s => s.Bytes),
            ColdAppend: coldAppend, ColdShortRead: coldShort, ColdLongRead: coldLong);
    }

    private Task<TimeSpan> ReadShortAsync(int index) => growing.ReadAsync(growing.Events.ShortStream(index), GrowthEvents.ShortLength);

    // The median delay of single events; one that is still open after the longest is missing, and verification finds the missing row.
    private async Task<TimeSpan?> MeasureDelayAsync(DirectReadModel projection)
    {
        await projection.MeasureDelaysFromAsync(growing.Time.GetUtcNow(), CancellationToken.None);
        for (var i = 0; i < Projected; i++)
        {
            await growing.AppendAsync();
            await ReachesAsync(projection, growing.Acknowledged, MaxDelay, CancellationToken.None);
        }

        var histogram = LatencyHistogram.FromRecord(await projection.ReadDelaysAsync(CancellationToken.None));
        return histogram.Count == 0 ? null : histogram.Percentile(50);
    }

    // Lets the projection catch up, and measures it; null where the store has none.
    private async Task<TimeSpan?> WithProjectionAsync(
        Func<DirectReadModel, Task<TimeSpan?>> measureAsync, CancellationToken cancellationToken)
    {
        await using var projection = await growing.StartProjectionAsync(CancellationToken.None);
        // With a background load there are always more; those that are there now are enough.
        var target = growing.Acknowledged;
        return projection is null ? null
            : await ReachesAsync(projection, target, Stall, cancellationToken) ? await measureAsync(projection)
            : throw new StoreFailureException(FormattableString.Invariant(
                $"The projection saved nothing for {Stall.TotalSeconds:0} s although {target:N0} events are there."));
    }

    private Task<bool> ReachesAsync(DirectReadModel projection, long target, TimeSpan limit, CancellationToken cancellationToken) =>
        CatchUp.ReachesAsync(
            () => projection.CountRowsAsync(CancellationToken.None), () => target, limit, CatchUp.Poll, growing.Time, cancellationToken);

    // The time that so many percent of the others do not exceed (nearest rank). In decimals: 99.9% of 1,000 is 999, and a binary fraction
    // makes 999.0000000000001 of it, and so the rank 1,000.
    private static TimeSpan Percentile(IReadOnlyList<TimeSpan> times, double percent) =>
        times.Order().ElementAt((int)Math.Ceiling((decimal)percent / 100 * times.Count) - 1);

    private static async Task<(TimeSpan First, IReadOnlyList<TimeSpan> Warm)> TimesAsync(
        Func<int, Task<TimeSpan>> action, CancellationToken cancellationToken)
    {
        var times = new TimeSpan[Cold + Measured];
        for (var i = 0; i < times.Length; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            times[i] = await action(i);
        }

        return (times[0], times[Cold..]);
    }
}
