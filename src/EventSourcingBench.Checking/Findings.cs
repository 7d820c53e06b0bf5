namespace EventSourcingBench.Checking;

/// <summary>What was found: counts, and a few examples of each kind.</summary>
public sealed class Findings
{
    private const int ExamplesPerKind = 3;
    private readonly Dictionary<FindingKind, long> _counts = [];
    private readonly List<string> _examples = [];

    /// <summary>Up to three examples of each kind, in the order in which they were found.</summary>
    public IReadOnlyList<string> Examples => _examples;

    /// <summary>True while nothing was found.</summary>
    public bool IsEmpty => _counts.Count == 0;

    /// <summary>How many of a kind were found.</summary>
    /// <param name="kind">The kind.</param>
    public long this[FindingKind kind] => _counts.GetValueOrDefault(kind);

    /// <summary>The counts as the record has them, in the order of <see cref="FindingKind.All"/>.</summary>
    public IReadOnlyDictionary<string, long> ToRecord() =>
        FindingKind.All.Where(_counts.ContainsKey).ToDictionary(k => k.Name, k => _counts[k], StringComparer.Ordinal);

    /// <summary>
    /// Counts one. The example is made only when it is kept; its subject is handed over and not captured, so that judging
    /// a sound event allocates nothing.
    /// </summary>
    /// <param name="kind">What was found.</param>
    /// <param name="subject">What the example speaks of.</param>
    /// <param name="example">Makes the example.</param>
    public void Add<T>(FindingKind kind, T subject, Func<T, string> example) => Add(kind, 1, subject, example);

    /// <summary>Counts many of which one example is enough; none when the count is 0 or less.</summary>
    /// <param name="kind">What was found.</param>
    /// <param name="count">How many.</param>
    /// <param name="subject">What the example speaks of.</param>
    /// <param name="example">Makes the example.</param>
    public void Add<T>(FindingKind kind, long count, T subject, Func<T, string> example)
    {
        ArgumentNullException.ThrowIfNull(kind);
        ArgumentNullException.ThrowIfNull(example);
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
