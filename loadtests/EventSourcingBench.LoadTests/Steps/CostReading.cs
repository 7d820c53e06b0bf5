namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What store, server and API have counted so far; taken before and after the measured time.</summary>
/// <param name="Missing">Why the store's counters could not be read; null where they were.</param>
internal sealed record CostReading(
    WorkCounters Work, long? Allocated, long? DiskBytes, IReadOnlyDictionary<string, TcpTraffic> Connections, string? Missing = null)
{
    private const double MicrosecondsPerSecond = 1e6;
    private const double SecondsPerHour = 3600;

    public static async Task<CostReading> TakeAsync(IStoreUnderTest store, CancellationToken cancellationToken)
    {
        var disk = ProcessTraffic.WrittenBytes(store.DataProcessIds);
        var connections = ProcessTraffic.Connections(store.ServerProcessIds);
        try
        {
            var (work, allocated) = await store.ReadWorkAsync(cancellationToken);
            return new(work, allocated, disk, connections);
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            return new(default, null, disk, connections, Secrets.OfThisProcess.Redact(e.Message));
        }
    }

    /// <summary>The record of a measured time that began with another reading.</summary>
    /// <param name="events">Events that were appended in it, 1 or more.</param>
    /// <param name="price">Of an hour of CPU; null for none.</param>
    public CostRecord Since(CostReading before, long events, StepResult result, CpuPrice? price)
    {
        var carried = Connections.Select(c => (Now: c.Value, Then: before.Connections.GetValueOrDefault(c.Key))).ToList();
        var (api, server) = (Cpu(s => s.ApiCores), Cpu(s => s.ServerCores));
        return new CostRecord(
            events,
            Cpu(s => s.ClientCores),
            api,
            server,
            Per(before.Work.WrittenBytes, Work.WrittenBytes) ?? Per(before.DiskBytes, DiskBytes),
            Per(before.Work.ForcedWrites, Work.ForcedWrites) ?? ((double?)result.ForcedWrites?.Count / events),
            1 / Per(before.Work.Commits, Work.Commits) is { } shared && double.IsFinite(shared) ? shared : null,
            Per(before.Work.Requests, Work.Requests) ?? Carried(c => c.SegmentsReceived),
            Per(before.Work.NetworkBytes, Work.NetworkBytes) ?? Carried(c => c.Bytes),
            Per(before.Allocated, Allocated))
        {
            // Microseconds for an event are seconds for a million.
            MoneyPerMillion = (api ?? server) is null ? null
                : ((api ?? 0) + (server ?? 0)) / SecondsPerHour * price?.PerHour,
            Price = price?.ToString(),
            Priced = price is null ? null : (api, server) switch
            {
                (null, null) => null,
                (_, null) => "API",
                (null, _) => "server",
                _ => "API and server",
            },
        };

        // Counters of a server that was started again start from zero.
        double? Per(long? from, long? to) => to - from is >= 0 and var used ? (double)used / events : null;

        double? Carried(Func<TcpTraffic, long> of) =>
            carried.Count == 0 ? null : (double)carried.Sum(c => Math.Max(0, of(c.Now) - of(c.Then))) / events;

        double? Cpu(Func<SecondRecord, double?> cores) =>
            result.Seconds.Average(cores) * result.Elapsed.TotalSeconds * MicrosecondsPerSecond / events;
    }
}
