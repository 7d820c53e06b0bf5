namespace EventSourcingBench.Stores.PostgreSql.Dcb;

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
        {
            _known.Add((texts, _from[^1], _to[^1]));
        }
    }
}
