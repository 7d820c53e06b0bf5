namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Lists of texts as slices of one array, in SQL's counting: from 1, both ends included, an empty one ends before it begins.</summary>
internal sealed class Slices
{
    private readonly List<int> _from = [];
    private readonly List<int> _to = [];
    private readonly List<string> _texts = [];

    public int[] From => [.. _from];

    public int[] To => [.. _to];

    public string[] Texts => [.. _texts];

    public void Add(IReadOnlyList<string> texts)
    {
        _from.Add(_texts.Count + 1);
        _texts.AddRange(texts);
        _to.Add(_texts.Count);
    }
}
