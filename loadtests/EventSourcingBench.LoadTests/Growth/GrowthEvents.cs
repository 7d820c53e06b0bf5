namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The events of a growing store: by bulk appends those that fill it and those of a few short streams; by single appends
/// those of the samples, with their sending time, to a few other streams, and to one for each worker of the background load.</summary>
internal sealed class GrowthEvents
{
    /// <summary>Streams of <see cref="ShortLength"/> events that are written before the others.</summary>
    public const int ShortStreams = 10;

    public const int ShortLength = 10;

    public const string LiveSymbol = "LIVE";
    public const int LiveType = 1;

    private const int LiveStreams = 10;
    private readonly int _symbols;

    public GrowthEvents(int seed, int symbols, long filled)
    {
        (_symbols, Bulk) = (symbols, new SafeEvents(seed, symbols, filled, [.. Named("short", ShortStreams)], ShortLength));
        string[] single = [.. Named("live", LiveStreams), .. Named("background", GrowthBackground.Workers)];
        Streams = [.. Bulk.Streams, .. single.Select(name => new StreamId(name))];
    }

    public SafeEvents Bulk { get; }

    public IReadOnlyList<StreamId> Streams { get; }

    /// <summary>A short stream; behind the last one it is the first again.</summary>
    public int ShortStream(long index) => _symbols + (int)(index % ShortStreams);

    public int LiveStream(long index) => Bulk.Streams.Count + (int)(index % LiveStreams);

    public int BackgroundStream(int worker) => Bulk.Streams.Count + LiveStreams + worker;

    public static ReadOnlyMemory<byte> Live(DateTimeOffset at) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{{\"at\":\"{at:O}\",\"p\":9.5,\"s\":\"{LiveSymbol}\",\"t\":{LiveType}}}"));

    private static IEnumerable<string> Named(string name, int count) => Enumerable.Range(0, count).Select(i => $"{name}-{i}");
}

/// <summary>A row for each small event, grouped by symbol. Only single events have the time of their sending.</summary>
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
            var name = reader.ValueSpan;
            reader.Read();
            if (name.SequenceEqual("s"u8))
                symbol = reader.GetString()!;
            else if (name.SequenceEqual("t"u8))
                type = reader.GetInt64();
            else if (name.SequenceEqual("at"u8))
                at = reader.GetDateTimeOffset();
            else
                reader.Skip();
        }

        return new ReadModelRow { EventId = recorded.Id, Group = symbol, Amount = type, ApiCallTime = at, Document = recorded.Data };
    }
}
