namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Translates a query to a bound statement of a connection.</summary>
internal static class QueryBinding
{
    private const int FirstGuess = 32;
    private const int GuessGrowth = 16;

    public static SqliteStatement Read(SqliteConnection connection, DcbQuery query, long after, int limit) => QueryShape.IsAll(query)
        ? connection.Statement(Sql.DcbReadAll).Bind(1, after).Bind(2, limit)
        : Bind(connection, connection.QueryStatement(QueryShape.Of(query).Read), query, after).Bind(2, limit);

    public static bool Exists(SqliteConnection connection, DcbQuery query, long after)
    {
        var statement = QueryShape.IsAll(query)
            ? connection.Statement(Sql.DcbExistsAny).Bind(1, after)
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
            {
                statement.Bind(next++, item.Tags[first]);
            }

            for (var i = 0; i < item.Tags.Count; i++)
            {
                if (i != first)
                {
                    statement.Bind(next++, item.Tags[i]);
                }
            }

            foreach (var type in item.Types)
            {
                statement.Bind(next++, type);
            }
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
        {
            return 0;
        }

        for (long most = FirstGuess; ; most *= GuessGrowth)
        {
            var (rarest, fewest) = (0, long.MaxValue);
            for (var i = 0; i < tags.Count && fewest > 0; i++)
            {
                var count = connection.Statement(Sql.DcbCountTag).Bind(1, tags[i]).Bind(2, after).Bind(3, most)
                    .First(static s => s.Int64(0));
                if (count < fewest)
                {
                    (rarest, fewest) = (i, count);
                }
            }

            if (fewest < most)
            {
                return rarest;
            }
        }
    }
}
