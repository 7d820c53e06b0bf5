namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Translates a query to a bound statement of a connection.</summary>
internal static class QueryBinding
{
    private const int FirstGuess = 32;
    private const int GuessGrowth = 16;

    public static SqliteStatement Read(SqliteConnection connection, DcbQuery query, long after, int limit) => QueryShape.IsAll(query)
        ? connection.Script("125_dcb_read_all").Bind(1, after).Bind(2, limit)
        : Bind(connection, connection.QueryStatement(QueryShape.Of(query).Read), query, after).Bind(2, limit);

    public static bool Exists(SqliteConnection connection, DcbQuery query, long after)
    {
        var statement = QueryShape.IsAll(query)
            ? connection.Script("126_dcb_exists_any").Bind(1, after)
            : Bind(connection, connection.QueryStatement(QueryShape.Of(query).Exists), query, after);
        return statement.First(static _ => true);
    }

    private static SqliteStatement Bind(SqliteConnection connection, SqliteStatement statement, DcbQuery query, long after)
    {
        statement.Bind(1, after);
        var next = 3;
        foreach (var item in query.Items)
        {
            var first = Rarest(connection, item.Tags, after);
            if (item.Tags.Count > 0)
                statement.Bind(next++, item.Tags[first]);

            for (var i = 0; i < item.Tags.Count; i++)
            {
                if (i != first)
                    statement.Bind(next++, item.Tags[i]);
            }

            foreach (var type in item.Types)
                statement.Bind(next++, type);
        }

        return statement;
    }

    /// <summary>
    /// The tag with the fewest events after a position. It counts only as far as necessary: the cost depends on the rarest tag,
    /// not on the most frequent one.
    /// </summary>
    private static int Rarest(SqliteConnection connection, IReadOnlyList<string> tags, long after)
    {
        if (tags.Count < 2)
            return 0;

        for (long most = FirstGuess; ; most *= GuessGrowth)
        {
            var (rarest, fewest) = (0, long.MaxValue);
            for (var i = 0; i < tags.Count && fewest > 0; i++)
            {
                var count = connection.Script("128_dcb_count_tag").Bind(1, tags[i]).Bind(2, after).Bind(3, most)
                    .First(static s => s.Int64(0));
                if (count < fewest)
                    (rarest, fewest) = (i, count);
            }

            if (fewest < most)
                return rarest;
        }
    }
}

/// <summary>
/// The SQL for queries of one shape: the number of items, and of types and tags in each. An item is searched from its first tag
/// to positions to types and the other tags; an item without tags from each type to positions. Parameters: 1 is the position to
/// start after, 2 the limit, then each item's tags and types.
/// </summary>
/// <param name="Read">Selects the events.</param>
/// <param name="Exists">Returns a row if an event matches.</param>
internal sealed record QueryShape(string Read, string Exists)
{
    /// <summary>The maximum number of selections in a UNION of SQLite.</summary>
    public const int MostSelections = 500;

    private const int MostKnown = 1000;
    private const int LongestOnStack = 128;
    private const int FirstParameter = 3;

    private static readonly string ReadScript = Sql.Load("120_dcb_read");
    private static readonly string ExistsScript = Sql.Load("121_dcb_exists");
    private static readonly string ByTag = Sql.Load("122_dcb_by_tag").Trim();
    private static readonly string ByType = Sql.Load("123_dcb_by_type").Trim();
    private static readonly string OtherTag = Sql.Load("124_dcb_other_tag").TrimEnd();

    private static readonly ConcurrentDictionary<string, QueryShape> Known = new(StringComparer.Ordinal);

    public static bool IsAll(DcbQuery query)
    {
        foreach (var item in query.Items)
        {
            if (item.Types.Count == 0 && item.Tags.Count == 0)
                return true;
        }

        return query.Items.Count == 0;
    }

    /// <summary>The SQL for a query that does not match every event.</summary>
    /// <exception cref="ArgumentException">It has too many items.</exception>
    public static QueryShape Of(DcbQuery query)
    {
        var length = query.Items.Count * 2;
        var key = length <= LongestOnStack ? stackalloc char[length] : new char[length];
        for (var i = 0; i < query.Items.Count; i++)
        {
            key[2 * i] = (char)query.Items[i].Types.Count;
            key[(2 * i) + 1] = (char)query.Items[i].Tags.Count;
        }

        if (Known.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(key, out var shape))
            return shape;

        if (Known.Count >= MostKnown)
            Known.Clear();

        return Known[key.ToString()] = Build(query);
    }

    private static QueryShape Build(DcbQuery query)
    {
        var next = FirstParameter;
        var selections = new List<string>();
        foreach (var item in query.Items)
        {
            if (item.Tags.Count > 0)
            {
                selections.Add(FromTags(item, ref next));
                continue;
            }

            for (var i = 0; i < item.Types.Count; i++)
                selections.Add(ByType.Replace("{type}", Parameter(next++), StringComparison.Ordinal));
        }

        return selections.Count <= MostSelections
            ? new QueryShape(
                ReadScript.Replace("{matching}", string.Join(" UNION ", selections), StringComparison.Ordinal),
                ExistsScript.Replace("{matching}", string.Join(" UNION ALL ", selections), StringComparison.Ordinal))
            : throw new ArgumentException(
                $"The query has {selections.Count} items (items without tags count once per type); SQLite's limit is {MostSelections}.");
    }

    private static string FromTags(DcbQueryItem item, ref int next)
    {
        var first = Parameter(next++);
        var others = new StringBuilder();
        for (var i = 1; i < item.Tags.Count; i++)
            others.Append(OtherTag.Replace("{tag}", Parameter(next++), StringComparison.Ordinal));

        var start = next;
        next += item.Types.Count;
        var types = item.Types.Count == 0
            ? ""
            : $" AND t.type IN ({string.Join(", ", Enumerable.Range(start, item.Types.Count).Select(Parameter))})";
        return ByTag.Replace("{tag}", first, StringComparison.Ordinal)
            .Replace("{types}", types, StringComparison.Ordinal)
            .Replace("{others}", others.ToString(), StringComparison.Ordinal);
    }

    private static string Parameter(int number) => "?" + number.ToString(CultureInfo.InvariantCulture);
}
