namespace EventSourcingBench.Checking.Checks;

/// <summary>What was found: counts, and up to three examples of each kind in the order in which they were found.</summary>
internal sealed class Findings
{
    private const int ExamplesPerKind = 3;
    private readonly Dictionary<FindingKind, long> _counts = [];
    private readonly List<string> _examples = [];

    public IReadOnlyList<string> Examples => _examples;

    public bool IsEmpty => _counts.Count == 0;

    public long this[FindingKind kind] => _counts.GetValueOrDefault(kind);

    /// <summary>The counts as the record has them, in the order of <see cref="FindingKind.All"/>.</summary>
    public IReadOnlyDictionary<string, long> ToRecord() =>
        FindingKind.All.Where(_counts.ContainsKey).ToDictionary(k => k.Name, k => _counts[k], StringComparer.Ordinal);

    /// <param name="example">Put behind the kind, and formatted only where it is kept: a store that lost everything has millions.</param>
    public void Add(FindingKind kind, FormattableString example, long count = 1)
    {
        if (this[kind] < ExamplesPerKind)
            _examples.Add($"{kind.Title}: {FormattableString.Invariant(example)}");

        _counts[kind] = this[kind] + count;
    }
}

/// <summary>A rule of a suite's domain. It sees every stored event that was sent, in the order of its stream, or of the store.</summary>
internal interface IRule
{
    /// <summary>Takes the next event: that of an append, or one of its two (index 0 or 1); null: of a bulk append.</summary>
    void Take(in FoundEvent found, Operation? append, int index, Findings findings);

    /// <summary>All events were taken. Nothing is missing where the reading broke (<paramref name="isWhole"/> is false).</summary>
    void Complete(bool isWhole, Findings findings);
}
