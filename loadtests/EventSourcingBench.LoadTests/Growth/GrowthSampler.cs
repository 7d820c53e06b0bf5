namespace EventSourcingBench.LoadTests.Growth;

internal sealed class GrowthSampler(GrowthStep growth, GrowthBackground? background, IReadOnlyList<int> serverProcessIds)
{
    private const int Appends = 200;
    private const int Reads = 20;
    private const int LongRead = 1_000;

    private readonly ProcessTreeSampler _client = new(Environment.ProcessId, growth.Time);
    private readonly IReadOnlyList<ProcessTreeSampler> _servers =
        [.. serverProcessIds.Select(id => new ProcessTreeSampler(id, growth.Time))];

    /// <summary>Takes a sample. A cancellation ends it between its parts; nothing of it is kept.</summary>
    public async Task<GrowthSample> TakeAsync(double fillRate, CancellationToken cancellationToken)
    {
        GrowthSample sample;
        background?.Start();
        try
        {
            sample = await MeasureAsync(fillRate, cancellationToken);
        }
        finally
        {
            await (background?.StopAsync() ?? Task.CompletedTask);
        }

        // A closed store takes no appends, so that the background load has ended.
        return sample with { BackgroundRate = background?.TakeRate(), Open = await OpenAsync(cancellationToken) };
    }

    /// <summary>Closes the store and opens it on its data until it answers a reading; null for one that loses its data so.</summary>
    public async Task<TimeSpan?> OpenAsync(CancellationToken cancellationToken)
    {
        if (!growth.Store.Capabilities.HasFlag(StoreCapabilities.Persistent))
            return null;

        var start = growth.Time.GetTimestamp();
        await growth.Kept.OpenAgainAsync(cancellationToken);
        await growth.ReadAsync(growth.Events.ShortStream(0), from: 1);
        return growth.Time.GetElapsedTime(start);
    }

    /// <summary>The time that so many percent of the others do not exceed (nearest rank).</summary>
    public static TimeSpan Percentile(IReadOnlyList<TimeSpan> times, double percent) =>
        times.Order().ElementAt((int)Math.Ceiling(percent / 100 * times.Count) - 1);

    private async Task<GrowthSample> MeasureAsync(double fillRate, CancellationToken cancellationToken)
    {
        var client = _client.Take()?.Bytes ?? Environment.WorkingSet;
        var servers = _servers.Select(s => s.Take()).OfType<ProcessSample>().ToList();
        var appends = await ListAsync(Appends, _ => growth.AppendAsync());
        var events = growth.Acknowledged;
        var storage = growth.Store.Storage is { } meter ? (await meter.ReadAsync(cancellationToken)).DataBytes : (long?)null;
        cancellationToken.ThrowIfCancellationRequested();
        var shortReads = await ListAsync(Reads, i => growth.ReadAsync(growth.Events.ShortStream(i), from: 1));
        var from = Math.Max(1, growth.BulkAppends.VersionOf(0) - LongRead + 1);
        var longReads = await ListAsync(Reads, _ => growth.ReadAsync(stream: 0, from));
        var catchUp = await growth.Subscription.CatchUpAsync(isLoaded: background is not null, cancellationToken);
        return new GrowthSample
        {
            Events = events,
            FillRate = fillRate,
            Append = Percentile(appends, 50),
            AppendP99 = Percentile(appends, 99),
            ShortRead = Percentile(shortReads, 50),
            LongRead = Percentile(longReads, 50),
            CatchUpRate = catchUp,
            ProjectionDelay = await growth.Projection.MeasureAsync(cancellationToken),
            DataBytes = storage,
            WrittenBytes = growth.Fill.Written,
            ClientMemory = client,
            ServerMemory = servers.Count == 0 ? null : servers.Sum(s => s.Bytes),
        };
    }

    private static async Task<IReadOnlyList<TimeSpan>> ListAsync(int count, Func<int, Task<TimeSpan>> action)
    {
        var times = new TimeSpan[count];
        for (var i = 0; i < count; i++)
            times[i] = await action(i);

        return times;
    }
}
