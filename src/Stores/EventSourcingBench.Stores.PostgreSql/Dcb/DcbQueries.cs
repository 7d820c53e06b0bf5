using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What the specification says of queries, for events that are in memory.</summary>
internal static class DcbQueries
{
    /// <summary>The same query, in which an item that takes any event makes it <see cref="DcbQuery.All"/>.</summary>
    public static DcbQuery Normal(this DcbQuery query)
    {
        foreach (var item in query.Items)
        {
            if (item.Types.Count == 0 && item.Tags.Count == 0)
            {
                return DcbQuery.All;
            }
        }

        return query;
    }

    /// <summary>Whether it has items, each of exactly one tag: then simpler statements will do.</summary>
    public static bool HasOneTagEach(this DcbQuery query)
    {
        foreach (var item in query.Items)
        {
            if (item.Tags.Count != 1)
            {
                return false;
            }
        }

        return query.Items.Count > 0;
    }

    public static bool Matches(this DcbQuery query, DcbEvent candidate)
    {
        if (query.Items.Count == 0)
        {
            return true;
        }

        foreach (var item in query.Items)
        {
            if (Matches(item, candidate))
            {
                return true;
            }
        }

        return false;
    }

    private static bool Matches(DcbQueryItem item, DcbEvent candidate)
    {
        if (item.Types.Count > 0 && !item.Types.Contains(candidate.Event.Type, StringComparer.Ordinal))
        {
            return false;
        }

        foreach (var tag in item.Tags)
        {
            if (!candidate.Tags.Contains(tag, StringComparer.Ordinal))
            {
                return false;
            }
        }

        return true;
    }
}
