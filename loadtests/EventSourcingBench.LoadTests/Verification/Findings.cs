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

    /// <summary>Counts one. The example is made only when it is kept.</summary>
    public void Add(Fault fault, Func<string> example)
    {
        if (_counts[(int)fault]++ < ExamplesPerFault)
        {
            _examples.Add(example());
        }
    }

    /// <summary>Counts many of which one example is enough; none when the count is 0.</summary>
    public void Add(Fault fault, long count, Func<string> example)
    {
        if (count > 0)
        {
            Add(fault, example);
            _counts[(int)fault] += count - 1;
        }
    }
}
