namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Lists of texts as slices of one array, in SQL's counting: from 1, both ends included, an empty one ends before it begins.</summary>
internal sealed class Slices
{
    // Queries that come together tend to ask for the same few lists of types; looking through many lists would not pay.
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

    /// <summary>Adds a list that may have been added before: the slice is then the same one.</summary>
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
