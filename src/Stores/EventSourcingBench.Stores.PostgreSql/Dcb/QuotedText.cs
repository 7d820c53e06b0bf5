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
                Append(text.Append('('), item.Types, "t", '\'', doubled: true, '|').Append(item.Tags.Count > 0 ? ")&" : ")");

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
                to.Append(between);

            to.Append(quote).Append(prefix);
            foreach (var letter in texts[i])
            {
                if (letter == quote || letter == '\\')
                    to.Append(doubled ? letter : '\\');

                to.Append(letter);
            }

            to.Append(quote);
        }

        return to;
    }
}

/// <summary>
/// Lists of strings as slices of one array, in SQL's indexing: from 1, both ends included. An empty slice ends before it
/// starts.
/// </summary>
internal sealed class Slices
{
    // Concurrent queries usually share a few lists of types; searching many lists would not pay off.
    private const int Known = 8;

    private readonly List<int> _from = [];
    private readonly List<int> _to = [];
    private readonly List<string> _texts = [];
    private readonly List<(IReadOnlyList<string> Texts, int From, int To)> _known = [];

    public int[] From => [.. _from];

    public int[] To => [.. _to];

    public string[] Texts => [.. _texts];

    public void Add(IReadOnlyList<string> texts)
    {
        _from.Add(_texts.Count + 1);
        _texts.AddRange(texts);
        _to.Add(_texts.Count);
    }

    /// <summary>Adds a list. Returns the existing slice if the list was added before.</summary>
    public void AddOrRepeat(IReadOnlyList<string> texts)
    {
        foreach (var (known, from, to) in _known)
        {
            if (ReferenceEquals(known, texts) || known.SequenceEqual(texts, StringComparer.Ordinal))
            {
                _from.Add(from);
                _to.Add(to);
                return;
            }
        }

        Add(texts);
        if (_known.Count < Known)
            _known.Add((texts, _from[^1], _to[^1]));
    }
}
