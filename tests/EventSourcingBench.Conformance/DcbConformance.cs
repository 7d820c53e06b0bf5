namespace EventSourcingBench.Conformance;

/// <summary>A fresh DCB store for each test, and the words that its tests are written in.</summary>
public abstract class DcbConformance<TStore> : StoreConformance<TStore>
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
