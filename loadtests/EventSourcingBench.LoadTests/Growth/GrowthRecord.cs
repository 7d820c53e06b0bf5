namespace EventSourcingBench.LoadTests.Growth;

/// <param name="Background">Single appends a second that were to be sent while samples were taken; null: none.</param>
/// <param name="Rebuild">Time to make the read model again from all events at the end; null where the store has no projections.</param>
/// <param name="Restart">Time to close an embedded store at the end and open it until it answers a reading; null with a server.</param>
internal sealed record GrowthRecord(
    long SampleEvery, double EventBytes, double? Background = null, TimeSpan? Rebuild = null, TimeSpan? Restart = null)
{
    public const string Name = "growth";

    public required IReadOnlyList<GrowthSample> Samples { get; init; }

    public string Load { get; init; } = "growing";

    /// <summary>At the end; null without a sample.</summary>
    public long? Events => Samples is [.., var last] ? last.Events : null;

    /// <summary>Events a second at which the read model was made again.</summary>
    public double? RebuildRate => Rebuild is { Ticks: > 0 } rebuild ? Events / rebuild.TotalSeconds : null;

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

/// <summary>What a store does and takes with so many events: median times, events a second, bytes. What is not known is null.</summary>
/// <param name="FillRate">Events a second at which it grew to this from the sample before, by bulk appends.</param>
/// <param name="ShortRead">Of a stream of 10 events that was written early.</param>
/// <param name="LongRead">Of the last 1,000 events of a long stream.</param>
/// <param name="CatchUpRate">Events a second that a subscription delivers from the end of the sample before to the end.</param>
/// <param name="ProjectionDelay">From the sending of an event to its row in the read model.</param>
/// <param name="BackgroundRate">Acknowledged appends a second of the background load while the sample was taken.</param>
/// <param name="DataBytes">Bytes of the events with their indexes on disk.</param>
/// <param name="WrittenBytes">Bytes that appends, without projections, wrote to files since the start of the step.</param>
/// <param name="ServerMemory">Memory of the server's processes on this machine (shared memory counted once), bytes.</param>
/// <param name="Open">Time to close the store's client and open it on the data that is there, until it answers a reading.</param>
/// <param name="ColdAppend">The first append after the filling, which the median leaves out; likewise of the reads.</param>
internal sealed record GrowthSample(
    long Events, double FillRate, TimeSpan Append, TimeSpan AppendP99, TimeSpan ShortRead, TimeSpan LongRead, long ClientMemory,
    double? CatchUpRate = null, TimeSpan? ProjectionDelay = null, double? BackgroundRate = null, long? DataBytes = null,
    long? WrittenBytes = null, long? ServerMemory = null, TimeSpan? Open = null,
    TimeSpan? ColdAppend = null, TimeSpan? ColdShortRead = null, TimeSpan? ColdLongRead = null)
{
    public double? EventSize => Events > 0 ? (double?)DataBytes / Events : null;
}
