namespace EventSourcingBench.Conformance;

/// <summary>Dynamic consistency boundaries: appends on conditions, queries, subscriptions. A fresh store for each test.</summary>
public abstract partial class DcbConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    protected async Task<long> AppendAsync(params DcbEvent[] events) =>
        (await Dcb.AppendAsync(events, condition: null, Limit)).Position.ShouldNotBeNull();

    protected async Task<long?> AppendIfNothingAsync(DcbQuery query, long after, params DcbEvent[] events) =>
        (await Dcb.AppendAsync(events, new DcbAppendCondition(query, after), Limit)).Position;

    /// <summary>The ids that a query finds.</summary>
    protected async Task<IReadOnlyList<Guid>> FindAsync(DcbQuery query, long after = 0, int limit = int.MaxValue) =>
        [.. (await Dcb.ReadAsync(query, after, limit, Limit)).Events.Select(e => e.Event.Id)];

    protected static IReadOnlyList<Guid> Ids(params DcbEvent[] events) => [.. events.Select(e => e.Event.Id)];
}

/// <summary>Events with tags, and queries, for the tests.</summary>
public static class DcbSample
{
    /// <summary>An event of a type with tags; its data has no meaning.</summary>
    public static DcbEvent Event(string type, params string[] tags) =>
        new(new EventData(Guid.CreateVersion7(), type, "{\"a\":1}"u8.ToArray()), tags);

    public static DcbQuery Query(string[] types, params string[] tags) => new([new DcbQueryItem(types, tags)]);

    /// <summary>A query of one item: these tags, of whatever type.</summary>
    public static DcbQuery Tagged(params string[] tags) => Query([], tags);

    /// <summary>A query of one item: these types, whatever the tags.</summary>
    public static DcbQuery OfTypes(params string[] types) => Query(types);

    /// <summary>Whether an event matches, by the words of the specification: what a store's answer is held against.</summary>
    public static bool Matches(this DcbQuery query, DcbEvent candidate) => query.Items.Count == 0 || query.Items.Any(item =>
        (item.Types.Count == 0 || item.Types.Contains(candidate.Event.Type)) && item.Tags.All(candidate.Tags.Contains));
}
