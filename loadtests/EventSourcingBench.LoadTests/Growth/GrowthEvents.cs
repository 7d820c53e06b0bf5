namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The events of a growing store: by bulk appends those that it is filled with and those of a few short streams; by single appends
/// those of the samples, with the time of their sending. Single appends that are measured go to a few other streams; of the background load
/// each worker has one.</summary>
internal sealed class GrowthEvents
{
    /// <summary>Streams of <see cref="ShortLength"/> events that are written before the others.</summary>
    public const int ShortStreams = 10;

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

    public int LiveStream(long index) => Bulk.Streams.Count + (int)(index % LiveStreams);

    public int BackgroundStream(int worker) => Bulk.Streams.Count + LiveStreams + worker;

    public static ReadOnlyMemory<byte> Live(DateTimeOffset at) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{{\"at\":\"{at:O}\",\"p\":9.5,\"s\":\"{LiveSymbol}\",\"t\":{LiveType}}}"));

    private static StreamId[] Named(string name, int count) => [.. Enumerable.Range(0, count).Select(i => new StreamId($"{name}-{i}"))];
}

/// <summary>A row for each small event, grouped by symbol. Only single events tell when they were sent.</summary>
internal sealed class SafeEventProjection : IProjection
{
    public string Name => "safe_events";

    public ReadModelRow? Project(RecordedEvent recorded)
    {
        if (recorded.Type != SafeEvents.EventType)
            return null;

        var (symbol, type, at) = ("", 0L, DateTimeOffset.UnixEpoch);
        var reader = new Utf8JsonReader(recorded.Data.Span);
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("s"u8))
            {
                reader.Read();
                symbol = reader.GetString()!;
            }
            else if (reader.ValueTextEquals("t"u8))
            {
                reader.Read();
                type = reader.GetInt64();
            }
            else if (reader.ValueTextEquals("at"u8))
            {
                reader.Read();
                at = reader.GetDateTimeOffset();
            }
            else
            {
                reader.Skip();
            }
        }

        return new ReadModelRow { EventId = recorded.Id, Group = symbol, Amount = type, ApiCallTime = at, Document = recorded.Data };
    }
}
