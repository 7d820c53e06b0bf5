using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What was found: counts, and a few examples of each kind.</summary>
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

    /// <summary>
    /// Counts one. The example is made only when it is kept; its subject is handed over and not captured, so that judging
    /// a sound event allocates nothing.
    /// </summary>
    public void Add<T>(FindingKind kind, T subject, Func<T, string> example) => Add(kind, 1, subject, example);

    /// <summary>Counts many of which one example is enough; none when the count is 0 or less.</summary>
    public void Add<T>(FindingKind kind, long count, T subject, Func<T, string> example)
    {
        if (count <= 0)
        {
            return;
        }

        var before = _counts.GetValueOrDefault(kind);
        _counts[kind] = before + count;
        if (before < ExamplesPerKind)
        {
            _examples.Add(example(subject));
        }
    }
}
