namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What store, server and API have counted so far; taken before and after the measured time. What a store does not count itself is
/// the kernel's count. <c>Missing</c>: why the store's counters could not be read; null where they were.</summary>
internal sealed record CostReading(WorkCounters Work, long? Allocated, string? Missing = null)
{
    /// <summary>Those that count.</summary>
    public IReadOnlyList<int> Processes { get; init; } = [];

    public static async Task<CostReading> TakeAsync(StoreUnderTest store, CancellationToken cancellationToken)
    {
        try
        {
            var read = await store.ReadWorkAsync(node: 0, counters: true, plans: false, cancellationToken);
            var (work, carried) = (read.Counters, ProcessTraffic.Carried(store.ServerProcessIds));
            work = work with
            {
                WrittenBytes = work.WrittenBytes ?? ProcessTraffic.WrittenBytes(store.DataProcessIds),
                Requests = work.Requests ?? carried?.SegmentsReceived,
                NetworkBytes = work.NetworkBytes ?? carried?.Bytes,
            };
            return new(work, store.ApiProcessIds.Count == 1 ? read.AllocatedBytes : null)
            { Processes = [.. store.ApiProcessIds, .. store.ServerProcessIds] };
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            return new(default, null, $"The counters of the store could not be read: {e.Message}");
        }
    }

    /// <summary>The record of a measured time that began with another reading.</summary>
    /// <param name="events">Events that were appended in it, 1 or more.</param>
    public CostRecord Since(CostReading before, long events, StepRecord result)
    {
        return new CostRecord(
            events, Cpu(s => s.ClientCores), Cpu(s => s.ApiCores), Cpu(s => s.ServerCores),
            Per(before.Work.WrittenBytes, Work.WrittenBytes),
            Per(before.Work.ForcedWrites, Work.ForcedWrites) ?? ((double?)result.ForcedWrites?.Count / events),
            1 / Per(before.Work.Commits, Work.Commits) is { } shared && double.IsFinite(shared) ? shared : null,
            Per(before.Work.Requests, Work.Requests),
            Per(before.Work.NetworkBytes, Work.NetworkBytes),
            Per(before.Allocated, Allocated));

        // Counters of a process that was started again start from zero, also where they have passed what they were.
        double? Per(long? from, long? to) => to - from is >= 0 and var used && Processes.SequenceEqual(before.Processes)
            ? (double)used / events : null;

        double? Cpu(Func<SecondRecord, double?> cores) => result.Seconds.Average(cores) * result.Elapsed.TotalMicroseconds / events;
    }
}
