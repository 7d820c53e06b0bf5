using System.Runtime.InteropServices;

namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>
/// The events of a bulk append by stream, in the order of the streams' names. All writers insert in this order, which prevents
/// deadlocks.
/// </summary>
internal sealed class BulkAppend
{
    /// <exception cref="ArgumentException">There are no events, or two have the same id.</exception>
    public BulkAppend(IReadOnlyList<BulkEvent> events)
    {
        BulkEvents.Require(events);
        EventCount = events.Count;
        var streams = new Dictionary<string, BulkStream>(StringComparer.Ordinal);
        foreach (var (stream, data) in events)
        {
            ref var own = ref CollectionsMarshal.GetValueRefOrAddDefault(streams, stream.Value, out _);
            (own ??= new BulkStream(stream.Value, [])).Events.Add(data);
        }

        Streams = [.. streams.Values.OrderBy(s => s.Name, StringComparer.Ordinal)];
    }

    public IReadOnlyList<BulkStream> Streams { get; }

    public int EventCount { get; }
}

internal sealed record BulkStream(string Name, List<EventData> Events)
{
    /// <summary>The expected version before the append.</summary>
    public long Base { get; set; }
}
