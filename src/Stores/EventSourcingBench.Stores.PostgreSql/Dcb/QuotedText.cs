namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Formats strings for PostgreSQL's arrays and its text search. All are quoted, so any text is one string.</summary>
internal static class QuotedText
{
    public static string Array(IReadOnlyList<string> texts) =>
        Append(new StringBuilder("{"), texts, prefix: "", quote: '"', doubled: false, between: ',').Append('}').ToString();

    /// <summary>
    /// The tsquery of a normalized query; empty for <see cref="DcbQuery.All"/>. A type's word starts with <c>t</c>, a tag's with
    /// <c>g</c>, so they cannot be confused.
    /// </summary>
    public static string Words(DcbQuery query)
    {
        var text = new StringBuilder();
        foreach (var item in query.Items)
        {
            text.Append(text.Length > 0 ? "|(" : "(");
            if (item.Types.Count > 0)
            {
                Append(text.Append('('), item.Types, "t", '\'', doubled: true, '|').Append(item.Tags.Count > 0 ? ")&" : ")");
            }

            Append(text, item.Tags, "g", '\'', doubled: true, '&').Append(')');
        }

        return text.ToString();
    }

    // Inside quotes, a quote and a backslash are doubled in the text search, and escaped by a backslash in an array.
    private static StringBuilder Append(
        StringBuilder to, IReadOnlyList<string> texts, string prefix, char quote, bool doubled, char between)
    {
        for (var i = 0; i < texts.Count; i++)
        {
            if (i > 0)
            {
                to.Append(between);
            }

            to.Append(quote).Append(prefix);
            foreach (var letter in texts[i])
            {
                if (letter == quote || letter == '\\')
                {
                    to.Append(doubled ? letter : '\\');
                }

                to.Append(letter);
            }

            to.Append(quote);
        }

        return to;
    }
}
