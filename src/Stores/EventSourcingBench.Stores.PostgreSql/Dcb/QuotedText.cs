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

/// <summary>Lists of strings as slices of one array, in SQL's indexing: from 1, both ends included; an empty one ends first.</summary>
internal sealed class Slices
{
    // Concurrent queries usually share a few lists of types; searching many lists would not pay off.
    private const int Known = 8;

    private readonly List<(int From, int To)> _slices = [];
    private readonly List<string> _texts = [];
    private readonly List<(IReadOnlyList<string> Texts, (int From, int To) Slice)> _known = [];

    public int[] From => [.. _slices.Select(s => s.From)];

    public int[] To => [.. _slices.Select(s => s.To)];

    public string[] Texts => [.. _texts];

    public void Add(IReadOnlyList<string> texts)
    {
        _texts.AddRange(texts);
        _slices.Add((_texts.Count - texts.Count + 1, _texts.Count));
    }

    public void AddOrRepeat(IReadOnlyList<string> texts)
    {
        if (_known.FindIndex(k => k.Texts.SequenceEqual(texts, StringComparer.Ordinal)) is >= 0 and var known)
        {
            _slices.Add(_known[known].Slice);
            return;
        }

        Add(texts);
        if (_known.Count < Known)
            _known.Add((texts, _slices[^1]));
    }
}
