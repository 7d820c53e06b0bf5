namespace EventSourcingBench.LoadTests.Growth;

/// <summary>
/// The events of a growing store: by bulk appends those that it is filled with and those of a few short streams; by single appends
/// those of the samples, with the time of their sending. Single appends that are measured go to a few other streams; of
/// the background load each worker has one.
/// </summary>
internal sealed class GrowthEvents
{
    /// <summary>Streams of <see cref="ShortLength"/> events that are written before the others.</summary>
    public const int ShortStreams = 10;

    /// <summary>Events of a short stream.</summary>
    public const int ShortLength = 10;

    /// <summary>Symbol and security type of single events.</summary>
    public const string LiveSymbol = "LIVE";
    public const int LiveType = 1;

    private const int LiveStreams = 10;

    public GrowthEvents(int seed, int streams, long filled)
    {
        Small = new SafeEvents(seed, streams);
        Bulk = new BulkSafeEvents(Small, filled, Named("short", ShortStreams), ShortLength);
        FirstShort = filled;
        Streams = [.. Bulk.Streams, .. Named("live", LiveStreams), .. Named("background", GrowthBackground.Workers)];
    }

    public SafeEvents Small { get; }

    public BulkSafeEvents Bulk { get; }

    public long FirstShort { get; }

    public IReadOnlyList<StreamId> Streams { get; }

    /// <summary>A short stream; behind the last one it is the first again.</summary>
    public int ShortStream(long index) => Small.Streams.Count + (int)(index % ShortStreams);

    /// <summary>The stream of a single append that is measured.</summary>
    public int LiveStream(long index) => Bulk.Streams.Count + (int)(index % LiveStreams);

    /// <summary>The stream of a worker of the background load.</summary>
    public int BackgroundStream(int worker) => Bulk.Streams.Count + LiveStreams + worker;

    /// <summary>The data of an event that is sent now.</summary>
    public static ReadOnlyMemory<byte> Live(DateTimeOffset at) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{{\"at\":\"{at:O}\",\"p\":9.5,\"s\":\"{LiveSymbol}\",\"t\":{LiveType}}}"));

    private static StreamId[] Named(string name, int count) => [.. Enumerable.Range(0, count).Select(i => new StreamId($"{name}-{i}"))];
}
