namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Translates a query to a bound statement. An item is searched from its rarest tag to positions to types and the other tags; an
/// item without tags from each type to positions. Parameters: 1 is the position to start after, 2 the limit, then tags and types.</summary>
internal static class QueryBinding
{
    private const int MostSelections = 500;

    private const int FirstParameter = 3;
    private const int FirstGuess = 32;
    private const int GuessGrowth = 16;

    private static readonly string[] ReadScript = Sql.Load("120_dcb_read").Split("{matching}");
    private static readonly string[] ExistsScript = Sql.Load("121_dcb_exists").Split("{matching}");
    private static readonly CompositeFormat ByTag = CompositeFormat.Parse(Sql.Load("122_dcb_by_tag").TrimEnd());
    private static readonly CompositeFormat ByType = CompositeFormat.Parse(Sql.Load("123_dcb_by_type").TrimEnd());
    private static readonly CompositeFormat OtherTag = CompositeFormat.Parse(Sql.Load("124_dcb_other_tag").TrimEnd());

    /// <exception cref="ArgumentException">The query has too many items.</exception>
    public static SqliteStatement Read(SqliteConnection connection, DcbQuery query, long after, int limit) =>
        (query.MatchesAll() ? connection.Script("125_dcb_read_all") : Bind(connection, query, after, ReadScript, " UNION "))
            .Bind(1, after).Bind(2, limit);

    public static bool Exists(SqliteConnection connection, DcbQuery query, long after) =>
        (query.MatchesAll() ? connection.Script("126_dcb_exists_any") : Bind(connection, query, after, ExistsScript, " UNION ALL "))
            .Bind(1, after).First(static _ => true);

    private static SqliteStatement Bind(SqliteConnection connection, DcbQuery query, long after, string[] script, string union)
    {
        var selections = query.Items.Sum(i => i.Tags.Count > 0 ? 1 : i.Types.Count);
        if (selections > MostSelections)
        {
            throw new ArgumentException(
                $"The query has {selections} items (items without tags count once per type); SQLite's limit is {MostSelections}.");
        }

        var values = new List<string>();
        var sql = new StringBuilder(script[0]);
        foreach (var (types, tags) in query.Items)
        {
            for (var i = 0; tags.Count == 0 && i < types.Count; i++)
                Union().AppendFormat(null, ByType, Add(types[i]));

            if (tags.Count == 0)
                continue;

            var rarest = Rarest(connection, tags, after);
            Union().AppendFormat(null, ByTag, Add(tags[rarest]));
            for (var i = 0; i < types.Count; i++)
                sql.Append(i == 0 ? " AND t.type IN (?" : ", ?").Append(Add(types[i])).Append(i == types.Count - 1 ? ")" : "");

            for (var i = 0; i < tags.Count; i++)
                _ = i == rarest ? sql : sql.AppendFormat(null, OtherTag, Add(tags[i]));
        }

        var statement = connection.QueryStatement(sql.Append(script[1]).ToString());
        for (var i = 0; i < values.Count; i++)
            statement.Bind(FirstParameter + i, values[i]);

        return statement;

        StringBuilder Union() => values.Count == 0 ? sql : sql.Append(union);

        int Add(string value)
        {
            values.Add(value);
            return FirstParameter + values.Count - 1;
        }
    }

    /// <summary>The tag with the fewest events after a position. It counts only as far as the rarest tag requires.</summary>
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
