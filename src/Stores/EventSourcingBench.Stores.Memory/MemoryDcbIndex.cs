namespace EventSourcingBench.Stores.Memory;

/// <summary>Positions by tag and by type, in ascending order. An item of a query is evaluated from its shortest list.</summary>
internal sealed class MemoryDcbIndex
{
    private static readonly List<long> None = [];

    private readonly Dictionary<string, List<long>> _byTag = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<long>> _byType = new(StringComparer.Ordinal);

    public void Add(DcbRecordedEvent recorded)
    {
        Add(_byType, recorded.Event.Type, recorded.Position);
        foreach (var tag in recorded.Tags)
        {
            Add(_byTag, tag, recorded.Position);
        }
    }

    private static void Add(Dictionary<string, List<long>> lists, string key, long position) =>
        (CollectionsMarshal.GetValueRefOrAddDefault(lists, key, out _) ??= []).Add(position);

    /// <summary>The matching events after a position, in order.</summary>
    public IEnumerable<DcbRecordedEvent> Find(List<DcbRecordedEvent> all, DcbQuery query, long after)
    {
        if (query.Items.Count == 0 || query.Items.Any(i => i.Types.Count == 0 && i.Tags.Count == 0))
        {
            return all.Skip((int)Math.Min(after, all.Count));
        }

        return query.Items
            .SelectMany(item => Candidates(item).Where(positions => positions.Count > 0).SelectMany(positions => Behind(positions, after))
                .Select(position => all[(int)position - 1])
                .Where(candidate => Matches(item, candidate)))
            .DistinctBy(found => found.Position)
            .OrderBy(found => found.Position);
    }

    private IEnumerable<List<long>> Candidates(DcbQueryItem item) => item.Tags.Count > 0
        ? [item.Tags.Select(t => _byTag.GetValueOrDefault(t, None)).MinBy(positions => positions.Count)!]
        : item.Types.Distinct(StringComparer.Ordinal).Select(t => _byType.GetValueOrDefault(t, None));

    private static IEnumerable<long> Behind(List<long> positions, long after)
    {
        var found = positions.BinarySearch(after + 1);
        return positions.Skip(found >= 0 ? found : ~found);
    }

    private static bool Matches(DcbQueryItem item, DcbRecordedEvent candidate) =>
        (item.Types.Count == 0 || item.Types.Contains(candidate.Event.Type, StringComparer.Ordinal))
        && item.Tags.All(t => candidate.Tags.Contains(t, StringComparer.Ordinal));
}
