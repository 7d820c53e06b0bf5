namespace EventSourcingBench.LoadTests.Growth;

/// <summary>What a step of the suite <c>growth</c> measured: one store that grows, sampled again and again.</summary>
internal sealed record GrowthRecord
{
    /// <summary>How many events a sample is apart from the next.</summary>
    public required long SampleEvery { get; init; }

    /// <summary>Single appends a second that were to be sent while samples were taken; null: none.</summary>
    public double? Background { get; init; }

    public required double EventBytes { get; init; }

    public required IReadOnlyList<GrowthSample> Samples { get; init; }

    /// <summary>Time to make the read model again from all events at the end; null where the store has no projections.</summary>
    public TimeSpan? Rebuild { get; init; }

    /// <summary>
    /// Time to close an embedded store at the end and open it again until it answers a reading; null for a store with a server, which is
    /// not restarted.
    /// </summary>
    public TimeSpan? Restart { get; init; }

    public string Load { get; init; } = "growing";

    /// <summary>Events in the store at the end; null without a sample.</summary>
    public long? Events => Samples is [.., var last] ? last.Events : null;

    /// <summary>Events a second at which the read model was made again.</summary>
    public double? RebuildRate => Rebuild is { Ticks: > 0 } rebuild ? Events / rebuild.TotalSeconds : null;

    /// <summary>The median of what was acknowledged a second of the background load.</summary>
    public double? BackgroundMedian => BackgroundRates is { Count: > 0 } rates ? Medians.Of(rates) : null;

    public double? BackgroundLeast => BackgroundRates is [var least, ..] ? least : null;

    /// <summary>
    /// For each sample the bytes written to files for each byte of event data since the one before; null where that is not known. A
    /// background load that went on at the sample is not in it.
    /// </summary>
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
    /// <summary>Its member in the record of a step, and the beginning of its paths in reports.</summary>
    public const string Name = "growth";

    extension(StepRecord step)
    {
        public GrowthRecord? Growth => step.Detail<GrowthRecord>(Name);
    }
}
