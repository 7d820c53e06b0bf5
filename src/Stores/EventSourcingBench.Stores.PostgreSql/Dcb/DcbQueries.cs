namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Matches events in memory, as the DCB specification defines it.</summary>
internal static class DcbQueries
{
    /// <summary>The normalized query: an item that matches any event makes it <see cref="DcbQuery.All"/>.</summary>
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

    /// <summary>Whether all items have exactly one tag, which simpler statements support.</summary>
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
