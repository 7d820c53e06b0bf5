namespace EventSourcingBench.LoadTests;

/// <summary>What was found: counts, and a few examples of each fault.</summary>
internal sealed class Findings
{
    private const int ExamplesPerFault = 3;
    private readonly long[] _counts = new long[Enum.GetValues<Fault>().Length];
    private readonly List<string> _examples = [];

    public IReadOnlyList<string> Examples => _examples;

    public bool IsEmpty => _counts.All(c => c == 0);

    public long this[Fault fault] => _counts[(int)fault];

    /// <summary>
    /// Counts one. The example is made only when it is kept; its subject is handed over and not captured, so that judging
    /// a sound event allocates nothing.
    /// </summary>
    public void Add<T>(Fault fault, T subject, Func<T, string> example)
    {
        if (_counts[(int)fault]++ < ExamplesPerFault)
        {
            _examples.Add(example(subject));
        }
    }

    /// <summary>Counts many of which one example is enough; none when the count is 0.</summary>
    public void Add<T>(Fault fault, long count, T subject, Func<T, string> example)
    {
        if (count > 0)
        {
            Add(fault, subject, example);
            _counts[(int)fault] += count - 1;
        }
    }
}
