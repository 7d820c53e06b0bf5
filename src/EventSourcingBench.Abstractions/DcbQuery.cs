namespace EventSourcingBench.Abstractions;

/// <summary>
/// Which events matter to a decision, after the specification of dynamic consistency boundaries (dcb.events): an
/// event matches the query when it matches one of its items.
/// </summary>
/// <param name="Items">The items; none means every event.</param>
public sealed record DcbQuery(IReadOnlyList<DcbQueryItem> Items)
{
    /// <summary>Every event.</summary>
    public static DcbQuery All { get; } = new([]);
}
