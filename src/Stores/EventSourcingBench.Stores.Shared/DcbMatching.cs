namespace EventSourcingBench.Stores.Shared;

/// <summary>Matches events in memory, as the DCB specification defines it.</summary>
public static class DcbMatching
{
    public static bool Matches(this DcbQuery query, string type, IReadOnlyList<string> tags) =>
        query.Items.Count == 0 || query.Items.Any(i => i.Matches(type, tags));

    public static bool Matches(this DcbQueryItem item, string type, IReadOnlyList<string> tags) =>
        (item.Types.Count == 0 || item.Types.Contains(type, StringComparer.Ordinal))
        && item.Tags.All(t => tags.Contains(t, StringComparer.Ordinal));

    /// <summary>Whether the query has no items, or one that matches any event.</summary>
    public static bool MatchesAll(this DcbQuery query) =>
        query.Items.Count == 0 || query.Items.Any(i => i is { Types.Count: 0, Tags.Count: 0 });

    /// <summary>Whether the query has items and each has one tag or more, at most this number.</summary>
    public static bool HasTagsEach(this DcbQuery query, int atMost = int.MaxValue) =>
        query.Items.Count > 0 && query.Items.All(i => i.Tags.Count > 0 && i.Tags.Count <= atMost);
}
