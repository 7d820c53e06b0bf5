namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events with another type, other data or other metadata than was sent. The read models are right.</summary>
internal static class ContentLies
{
    private const long SecondPart = 100;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-data-first", 0, _ => Showing(FirstData())),
        new("lie-data-tail", 0, _ => Showing(FirstData(above: SecondPart))),
        new("lie-data-swapped", 500, Swapping),
        new("lie-data-bulk", 1_000, SpoilingBulk),
        new("lie-data-empty", 1_000, c => Showing(OneIn(c, e => e with { Data = ReadOnlyMemory<byte>.Empty }))),
        new("lie-type", 1_000, c => Showing(OneIn(c, e => e with { Type = e.Type + "V2" }))),
        new("lie-metadata", 0, _ => Showing(e => e with { Metadata = ReadOnlyMemory<byte>.Empty })),
        new("lie-metadata-added", 1_000, c => Showing(OneIn(c, e => e with { Metadata = """{"source":"import"}"""u8.ToArray() }))),
        new("lie-time-zone", 1_000, c => Showing(OneIn(c, e => e with { Data = DataEdits.ShiftHour(e.Data) }))),
        new("lie-rounded", 0, _ => Showing(e => e with { Data = DataEdits.Round(e.Data) })),
    ];

    private static Behaviour Showing(Func<RecordedEvent, RecordedEvent> show) => new() { Show = show, ProjectionsAreRight = true };

    private static Func<RecordedEvent, RecordedEvent> OneIn(LieContext context, Func<RecordedEvent, RecordedEvent> change) =>
        e => e.Position % context.Rate == 0 ? change(e) : e;

    private static Func<RecordedEvent, RecordedEvent> FirstData(long above = 0)
    {
        var first = new ConcurrentDictionary<string, ReadOnlyMemory<byte>>(StringComparer.Ordinal);
        return e => e.Version > above ? e with { Data = first.GetOrAdd(e.Type, e.Data) } : e;
    }

    private static Behaviour WithData(ConcurrentDictionary<Guid, ReadOnlyMemory<byte>> data) =>
        Showing(e => data.TryGetValue(e.Id, out var other) ? e with { Data = other } : e);

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
                        waiting = result is AllAppended && context.IsDue() ? mine with { Data = mine.Data.ToArray() } : null;
                    else if (result is AllAppended && waiting.Type == mine.Type && waiting.Id != mine.Id)
                        (data[waiting.Id], data[mine.Id], waiting) = (mine.Data.ToArray(), waiting.Data, null);
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
                    data[spoiled.Id] = first.Data.ToArray();

                return ValueTask.FromResult(context.Log.Append(write));
            },
        };
    }
}
