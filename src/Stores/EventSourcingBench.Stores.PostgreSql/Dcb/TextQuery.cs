namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// Translates queries to PostgreSQL's text search. A type's word starts with <c>t</c>, a tag's with <c>g</c>, so they cannot be
/// confused. Words are quoted, so any text is one word.
/// </summary>
internal static class TextQuery
{
    /// <summary>The tsquery of a normalized query; empty for <see cref="DcbQuery.All"/>.</summary>
    public static string Of(DcbQuery query)
    {
        var text = new StringBuilder();
        foreach (var item in query.Items)
        {
            text.Append(text.Length > 0 ? "|(" : "(");
            if (item.Types.Count > 0)
            {
                text.Append('(');
                Append(text, item.Types, 't', '|');
                text.Append(item.Tags.Count > 0 ? ")&" : ")");
            }

            Append(text, item.Tags, 'g', '&');
            text.Append(')');
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<string> words, char kind, char between)
    {
        for (var i = 0; i < words.Count; i++)
        {
            if (i > 0)
            {
                text.Append(between);
            }

            text.Append('\'').Append(kind);
            foreach (var letter in words[i])
            {
                // Both characters are doubled inside quotes.
                if (letter is '\'' or '\\')
                {
                    text.Append(letter);
                }

                text.Append(letter);
            }

            text.Append('\'');
        }
    }
}
