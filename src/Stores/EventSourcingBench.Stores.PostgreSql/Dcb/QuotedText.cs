namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Formats strings for PostgreSQL's arrays and its text search. All are quoted, so any text is one string.</summary>
internal static class QuotedText
{
    public static string Array(IReadOnlyList<string> texts) => $"{{{string.Join(',', texts.Select(t => Quoted(t, "\"", "\\\"")))}}}";

    /// <summary>The tsquery of a normalized query; empty for <see cref="DcbQuery.All"/>. Types' words start with t, tags' with g.</summary>
    public static string Words(DcbQuery query) => string.Join('|', query.Items.Select(item =>
    {
        var types = string.Join('|', item.Types.Select(type => Quoted("t" + type, "'", "''")));
        var tags = item.Tags.Select(tag => Quoted("g" + tag, "'", "''"));
        return $"({string.Join('&', types.Length > 0 ? tags.Prepend($"({types})") : tags)})";
    }));

    // Inside quotes a backslash is doubled; a quote is doubled in the text search, and escaped by a backslash in an array.
    private static string Quoted(string text, string quote, string quoteInside) =>
        quote + text.Replace(@"\", @"\\", StringComparison.Ordinal).Replace(quote, quoteInside, StringComparison.Ordinal) + quote;
}
