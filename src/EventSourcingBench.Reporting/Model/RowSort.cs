namespace EventSourcingBench.Reporting.Model;

/// <summary>Values that are compared one after the other, numbers before texts.</summary>
internal sealed class RowSort(IEnumerable<IComparable> parts) : IComparable
{
    private readonly IComparable[] _parts = [.. parts];

    public int CompareTo(object? obj) => obj is not RowSort other ? 1
        : _parts.Zip(other._parts, Compare).FirstOrDefault(c => c != 0, _parts.Length.CompareTo(other._parts.Length));

    public override bool Equals(object? obj) => obj is RowSort other && _parts.SequenceEqual(other._parts);

    public override int GetHashCode() => _parts.Aggregate(0, HashCode.Combine);

    private static int Compare(IComparable one, IComparable other) => (one, other) switch
    {
        (string a, string b) => string.CompareOrdinal(a, b),
        _ when one.GetType() == other.GetType() => one.CompareTo(other),
        (RowSort, _) or (_, RowSort) => one is RowSort ? 1 : -1,
        (string, _) or (_, string) => one is string ? 1 : -1,
        _ => Convert.ToDouble(one, CultureInfo.InvariantCulture).CompareTo(Convert.ToDouble(other, CultureInfo.InvariantCulture)),
    };
}
