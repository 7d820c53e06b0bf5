namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events with another type, other data or other metadata than was sent. The read models are right.</summary>
internal static class ContentLies
{
    private const long SecondPart = 100;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-data-first", "Gives each event the data of the first event of its type",
            "The data of nearly every event is that of another") { Make = _ => Showing(FirstData()) },
        new("lie-data-tail", "Gives events above version 100 of their stream the data of another",
            "The data of events in the later part of long streams is that of another")
        {
            Make = _ => Showing(FirstData(above: SecondPart)),
        },
        new("lie-data-swapped", "Exchanges the data of two appends that follow each other, one pair in 500",
            "Two events have each other's data") { Rate = 500, Make = Swapping },
        new("lie-data-bulk", "Gives one event in 1,000 of bulk appends the data of the first event of its call",
            "An event of a bulk append has the data of another") { Rate = 1_000, Make = SpoilingBulk },
        new("lie-data-empty", "Gives one event in 1,000 without data",
            "An event without data") { Rate = 1_000, Make = c => Showing(OneIn(c, e => e.With(data: ReadOnlyMemory<byte>.Empty))) },
        new("lie-type", "Gives one event in 1,000 with another type",
            "An event of a type that was not sent") { Rate = 1_000, Make = c => Showing(OneIn(c, e => e.With(type: e.Type + "V2"))) },
        new("lie-metadata", "Loses the metadata of every event",
            "Events that were sent with metadata have none; nothing where none were sent")
        {
            Make = _ => Showing(e => e.With(metadata: ReadOnlyMemory<byte>.Empty)),
        },
        new("lie-metadata-added", "Gives one event in 1,000 with metadata that was not sent",
            "An event with other metadata than was sent")
        {
            Rate = 1_000,
            Make = c => Showing(OneIn(c, e => e.With(metadata: """{"source":"import"}"""u8.ToArray()))),
        },
        new("lie-time-zone", "Moves the first ISO 8601 time in the data of one event in 1,000 by an hour",
            "An event's time is an hour late; nothing where data holds no time")
        {
            Rate = 1_000,
            Make = c => Showing(OneIn(c, e => e.With(data: DataEdits.ShiftHour(e.Data)))),
        },
        new("lie-rounded", "Rounds numbers with a fraction to the precision of a float",
            "Prices differ in the ninth digit; nothing where data holds no fraction")
        {
            Make = _ => Showing(e => e.With(data: DataEdits.Round(e.Data))),
        },
    ];

    private static Behaviour Showing(Func<RecordedEvent, RecordedEvent> show) => new() { Show = show, ProjectionsAreRight = true };

    private static Func<RecordedEvent, RecordedEvent> OneIn(LieContext context, Func<RecordedEvent, RecordedEvent> change) =>
        e => e.Position % context.Rate == 0 ? change(e) : e;

    private static Func<RecordedEvent, RecordedEvent> FirstData(long above = 0)
    {
        var first = new ConcurrentDictionary<string, ReadOnlyMemory<byte>>(StringComparer.Ordinal);
        return e => e.Version > above ? e.With(data: first.GetOrAdd(e.Type, e.Data)) : e;
    }

    private static Behaviour WithData(ConcurrentDictionary<Guid, ReadOnlyMemory<byte>> data) =>
        Showing(e => data.TryGetValue(e.Id, out var other) ? e.With(data: other) : e);

    private static Behaviour Swapping(LieContext context)
    {
        var (gate, data) = (new Lock(), new ConcurrentDictionary<Guid, ReadOnlyMemory<byte>>());
        EventData? waiting = null;
        return WithData(data) with
        {
            Write = (write, _) =>
            {
                var result = context.Log.Append(write);
                var mine = write.Parts[0].Events[0];
                lock (gate)
                {
                    if (waiting is null)
                    {
                        waiting = result is AllAppended && context.IsDue() ? mine with { Data = mine.Data.ToArray() } : null;
                    }
                    else if (result is AllAppended && waiting.Type == mine.Type && waiting.Id != mine.Id)
                    {
                        (data[waiting.Id], data[mine.Id], waiting) = (mine.Data.ToArray(), waiting.Data, null);
                    }
                }

                return ValueTask.FromResult(result);
            },
        };
    }

    private static Behaviour SpoilingBulk(LieContext context)
    {
        var data = new ConcurrentDictionary<Guid, ReadOnlyMemory<byte>>();
        return WithData(data) with
        {
            Write = (write, _) =>
            {
                var first = write.Parts[0].Events[0];
                foreach (var (_, spoiled) in write.Events.Where(_ => write.Kind == WriteKind.Bulk && context.IsDue()))
                {
                    data[spoiled.Id] = first.Data.ToArray();
                }

                return ValueTask.FromResult(context.Log.Append(write));
            },
        };
    }
}
