using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Something that was measured of a growing store.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit, as short as can be; empty for a ratio.</param>
/// <param name="Of">Its value at a sample, given the record and the sample before (null before the first); null where the store does not tell.</param>
internal sealed record GrowthMeasure(string Name, string Unit, Func<GrowthRecord, GrowthSample?, GrowthSample, double?> Of)
{
    private const double Mebibyte = 1024 * 1024;
    private const double Million = 1e6;

    public static GrowthMeasure Append { get; } = new("Append, median", "ms", (_, _, s) => s.Append.TotalMilliseconds);

    public static GrowthMeasure AppendP99 { get; } = new("Append, p99", "ms", (_, _, s) => s.AppendP99.TotalMilliseconds);

    public static GrowthMeasure ShortRead { get; } = new("Read of 10 events", "ms", (_, _, s) => s.ShortRead.TotalMilliseconds);

    public static GrowthMeasure LongRead { get; } = new("Read of 1,000 events", "ms", (_, _, s) => s.LongRead.TotalMilliseconds);

    public static GrowthMeasure FillRate { get; } = new("Filling", "events/s", (_, _, s) => s.FillRate) { IsRate = true };

    public static GrowthMeasure CatchUpRate { get; } = new("Catching up", "events/s", (_, _, s) => s.CatchUpRate) { IsRate = true };

    public static GrowthMeasure Delay { get; } = new("Projection delay, median", "ms", (_, _, s) => s.ProjectionDelay?.TotalMilliseconds);

    public static GrowthMeasure BytesPerEvent { get; } = new("Size of an event", "bytes", (_, _, s) => s.Events > 0 ? (double?)s.DataBytes / s.Events : null);

    /// <summary>Bytes written to files for each byte of event data that came in since the sample before.</summary>
    public static GrowthMeasure WriteAmplification { get; } = new("Write amplification", string.Empty, (record, before, s) =>
    {
        // Written while the store was filled: a background load that went on at the sample is not in it.
        var data = Math.Min(s.Events - (before?.Events ?? 0), record.SampleEvery) * record.EventBytes;
        return before is { WrittenBytes: null } || !(data > 0) ? null : (s.WrittenBytes - (before?.WrittenBytes ?? 0)) / data;
    });

    public static GrowthMeasure ClientMemory { get; } = new("Memory of the client", "MiB", (_, _, s) => s.ClientMemory / Mebibyte);

    public static GrowthMeasure ServerMemory { get; } = new("Memory of the server", "MiB", (_, _, s) => s.ServerMemory / Mebibyte);

    public static GrowthMeasure Open { get; } = new("Opening", "ms", (_, _, s) => s.Open?.TotalMilliseconds);

    /// <summary>
    /// Whether it is a number of events a second. Curves are fitted to the seconds that a million events take instead: a line
    /// through a falling rate soon falls below 0, where no rate is, and the work for an event is what grows.
    /// </summary>
    public bool IsRate { get; init; }

    /// <summary>Name and unit of what curves are fitted to.</summary>
    public string FittedLabel => IsRate ? $"{Name} (s per million)" : Label;

    /// <summary>From the measure to what curves are fitted to, and back.</summary>
    /// <param name="value">Either; above 0 for a rate.</param>
    public double Turn(double value) => IsRate ? Million / value : value;

    /// <summary>Name and unit: <c>Append, median (ms)</c>.</summary>
    public string Label => Unit.Length == 0 ? Name : $"{Name} ({Unit})";
}
