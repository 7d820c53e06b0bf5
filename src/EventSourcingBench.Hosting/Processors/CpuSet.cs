namespace EventSourcingBench.Hosting.Processors;

/// <summary>Logical processors, in the form in which Linux lists them: <c>0,2-3</c>.</summary>
public sealed record CpuSet
{
    // The greatest number that is taken: what Linux can be built for.
    private const int Most = 8191;

    private CpuSet(IEnumerable<int> cpus) => Cpus = [.. cpus.Distinct().Order()];

    /// <summary>Their numbers from 0, rising; one or more.</summary>
    public IReadOnlyList<int> Cpus { get; }

    /// <summary>Reads a list such as <c>0</c>, <c>0-3</c> or <c>0,2-3</c>; null where it is none.</summary>
    public static CpuSet? Parse(string text)
    {
        var cpus = new List<int>();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries))
        {
            var ends = part.Split('-');
            if (ends.Length > 2 || !TryParse(ends[0], out var first) || !TryParse(ends[^1], out var last) || last < first)
                return null;

            cpus.AddRange(Enumerable.Range(first, last - first + 1));
        }

        return new CpuSet(cpus);
    }

    public IReadOnlyList<int> Without(CpuSet other) => [.. Cpus.Except(other.Cpus)];

    public bool Equals(CpuSet? other) => other is not null && Cpus.SequenceEqual(other.Cpus);

    public override int GetHashCode() => Cpus.Aggregate(0, HashCode.Combine);

    /// <summary>The shortest list: <c>0,2-3</c>.</summary>
    public override string ToString() => string.Join(',', Cpus.Index()
        .GroupBy(c => c.Item - c.Index, c => c.Item) // It is the same for numbers that follow each other.
        .Select(run => run.First() == run.Last() ? $"{run.First()}" : $"{run.First()}-{run.Last()}"));

    private static bool TryParse(string text, out int cpu) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out cpu) && cpu <= Most;
}
