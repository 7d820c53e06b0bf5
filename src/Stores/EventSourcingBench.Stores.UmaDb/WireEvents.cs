using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

internal static class WireEvents
{
    // UmaDB stores metadata as pairs of strings; the contract has one JSON document.
    private const string MetadataKey = "json";

    public static Query ToWire(DcbQuery query)
    {
        var wire = new Query();
        wire.Items.AddRange(query.Items.Select(item => new QueryItem { Types_ = { item.Types }, Tags = { item.Tags } }));
        return wire;
    }

    /// <summary>The messages share the memory of the events: send them before returning to the caller.</summary>
    public static AppendRequest ToWire(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, LogWindow window)
    {
        var request = new AppendRequest();
        foreach (var (data, tags) in events)
        {
            var wire = new Event
            {
                EventType = data.Type,
                Data = UnsafeByteOperations.UnsafeWrap(data.Data),
                Uuid = data.Id.ToString("D", CultureInfo.InvariantCulture),
                Tags = { tags },
            };
            if (!data.Metadata.IsEmpty)
                wire.Metadata.Add(new MetadataEntry { Key = MetadataKey, Value = Encoding.UTF8.GetString(data.Metadata.Span) });

            request.Events.Add(wire);
        }

        if (condition is not null)
            request.Condition = new() { FailIfEventsMatch = ToWire(condition.FailIfMatches), After = window.ToLog(condition.After) };

        return request;
    }

    public static DcbRecordedEvent FromWire(SequencedEvent recorded, LogWindow window)
    {
        var wire = recorded.Event;
        var data = new EventData(Guid.Parse(wire.Uuid, CultureInfo.InvariantCulture), wire.EventType, wire.Data.Memory);
        return new DcbRecordedEvent(
            window.ToStore(recorded.Position),
            wire.Metadata.Count == 0 ? data : data with { Metadata = Encoding.UTF8.GetBytes(wire.Metadata[0].Value) },
            wire.Tags);
    }
}

/// <summary>The store's part of the server's single log: all events after its marker, counted from 1.</summary>
/// <param name="Start">The last position before the store's part, 0 for the whole log.</param>
internal readonly record struct LogWindow(ulong Start)
{
    /// <summary>Converts a position of the store to the log's, limited to the largest one.</summary>
    public ulong ToLog(long position) => Start + (ulong)Math.Max(position, 0);

    /// <summary>Converts a position of the log to the store's; 0 for one before the store's part.</summary>
    public long ToStore(ulong position) => position > Start ? (long)(position - Start) : 0;
}
