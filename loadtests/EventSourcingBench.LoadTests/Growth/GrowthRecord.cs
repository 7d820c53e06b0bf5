namespace EventSourcingBench.LoadTests.Growth;

internal sealed record GrowthRecord
{
    public required long SampleEvery { get; init; }

    /// <summary>Single appends a second that were to be sent while samples were taken; null: none.</summary>
    public double? Background { get; init; }

    public required double EventBytes { get; init; }

    public required IReadOnlyList<GrowthSample> Samples { get; init; }

    /// <summary>Time to make the read model again from all events at the end; null where the store has no projections.</summary>
    public TimeSpan? Rebuild { get; init; }

    /// <summary>Time to close an embedded store at the end and open it until it answers a reading; null with a server.</summary>
    public TimeSpan? Restart { get; init; }

    public string Load { get; init; } = "growing";

    /// <summary>At the end; null without a sample.</summary>
    public long? Events => Samples is [.., var last] ? last.Events : null;

    /// <summary>Events a second at which the read model was made again.</summary>
    public double? RebuildRate => Rebuild is { Ticks: > 0 } rebuild ? Events / rebuild.TotalSeconds : null;

    /// <summary>Acknowledged appends a second.</summary>
    public double? BackgroundMedian => BackgroundRates is { Count: > 0 } rates ? Medians.Of(rates) : null;

    public double? BackgroundLeast => BackgroundRates is [var least, ..] ? least : null;

    /// <summary>Bytes written to files for each byte of events since the sample before, without a background load; null: unknown.</summary>
    public IReadOnlyList<double?> WriteAmplification => [.. Samples.Select((s, i) => Amplification(s, i == 0 ? null : Samples[i - 1]))];

    private List<double> BackgroundRates => [.. Samples.Select(s => s.BackgroundRate).OfType<double>().Order()];

    private double? Amplification(GrowthSample sample, GrowthSample? before)
    {
        var data = Math.Min(sample.Events - (before?.Events ?? 0), SampleEvery) * EventBytes;
        return before is { WrittenBytes: null } || !(data > 0) ? null : (sample.WrittenBytes - (before?.WrittenBytes ?? 0)) / data;
    }
}

internal static class GrowthDetail
{
    public const string Name = "growth";

    extension(StepRecord step)
    {
        public GrowthRecord? Growth => step.Detail<GrowthRecord>(Name);
    }
}

/// <summary>What a store does and takes with so many events: median times, events a second, bytes. What is not known is null.</summary>
internal sealed record GrowthSample
{
    public required long Events { get; init; }

    /// <summary>Events a second at which it grew to this from the sample before, by bulk appends.</summary>
    public required double FillRate { get; init; }

    public required TimeSpan Append { get; init; }

    public required TimeSpan AppendP99 { get; init; }

    /// <summary>Of a stream of 10 events that was written early.</summary>
    public required TimeSpan ShortRead { get; init; }

    /// <summary>Of the last 1,000 events of a long stream.</summary>
    public required TimeSpan LongRead { get; init; }

    /// <summary>Events a second that a subscription delivers from a checkpoint, where the sample before had ended, to the end.</summary>
    public double? CatchUpRate { get; init; }

    /// <summary>From the sending of an event to its row in the read model.</summary>
    public TimeSpan? ProjectionDelay { get; init; }

    /// <summary>Acknowledged appends a second of the background load while the sample was taken; null where there was none.</summary>
    public double? BackgroundRate { get; init; }

    /// <summary>Bytes of the events with their indexes on disk.</summary>
    public long? DataBytes { get; init; }

    /// <summary>Bytes that were written to files since the start of the step while events were appended, without projections.</summary>
    public long? WrittenBytes { get; init; }

    public required long ClientMemory { get; init; }

    /// <summary>Memory of the server's processes (shared memory counted once), bytes; null where there is none on this machine.</summary>
    public long? ServerMemory { get; init; }

    /// <summary>Time to close the store's client and open it on the data that is there, until it answers a reading.</summary>
    public TimeSpan? Open { get; init; }

    public double? EventSize => Events > 0 ? (double?)DataBytes / Events : null;
}
