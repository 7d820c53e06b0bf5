namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>
/// The events of a bulk append by stream, in the order of the streams' names. All writers insert in this order, which prevents
/// deadlocks.
/// </summary>
internal sealed class BulkAppend
{
    private readonly IReadOnlyList<BulkEvent> _events;
    private readonly int[] _order;

    /// <exception cref="ArgumentException">There are no events, or two have the same id.</exception>
    public BulkAppend(IReadOnlyList<BulkEvent> events)
    {
        if (events.Count == 0)
        {
            throw new ArgumentException("A bulk append needs at least one event.", nameof(events));
        }

        _events = events;
        _order = new int[events.Count];
        (Streams, var streamOf) = Number(events);
        Bases = new long[Streams.Length];
        Counts = new int[Streams.Length];
        foreach (var stream in streamOf)
        {
            Counts[stream]++;
        }

        var next = new int[Streams.Length];
        for (var i = 1; i < next.Length; i++)
        {
            next[i] = next[i - 1] + Counts[i - 1];
        }

        for (var i = 0; i < streamOf.Length; i++)
        {
            _order[next[streamOf[i]]++] = i;
        }
    }

    /// <summary>The distinct stream names, in order.</summary>
    public string[] Streams { get; }

    /// <summary>The number of events per stream.</summary>
    public int[] Counts { get; }

    /// <summary>The expected version of each stream before the append.</summary>
    public long[] Bases { get; }

    public int EventCount => _order.Length;

    /// <summary>An event by its index in insertion order.</summary>
    public BulkEvent this[int place] => _events[_order[place]];

    private static (string[] Names, int[] StreamOf) Number(IReadOnlyList<BulkEvent> events)
    {
        var ids = new HashSet<Guid>(events.Count);
        var numbers = new Dictionary<string, int>(StringComparer.Ordinal);
        var streamOf = new int[events.Count];
        for (var i = 0; i < streamOf.Length; i++)
        {
            var (stream, data) = events[i];
            if (!ids.Add(data.Id))
            {
                throw new ArgumentException($"The event id {data.Id} is used twice.", nameof(events));
            }

            if (!numbers.TryGetValue(stream.Value, out var number))
            {
                numbers.Add(stream.Value, number = numbers.Count);
            }

            streamOf[i] = number;
        }

        var names = numbers.Keys.ToArray();
        Array.Sort(names, StringComparer.Ordinal);
        var place = new int[names.Length];
        for (var i = 0; i < names.Length; i++)
        {
            place[numbers[names[i]]] = i;
        }

        for (var i = 0; i < streamOf.Length; i++)
        {
            streamOf[i] = place[streamOf[i]];
        }

        return (names, streamOf);
    }
}
