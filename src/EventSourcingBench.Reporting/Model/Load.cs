namespace EventSourcingBench.Reporting.Model;

/// <summary>The load of a step: copies in the closed model or requests a second in the open one, else null; whether it rose from nothing
/// to that value; and the operations whose events were in the store before, null or 0 for none. <c>Name</c>: a suite's name of a load that
/// is neither copies nor a rate (<c>1,000,000 events, 1 MiB blocking</c>), and what such loads are sorted by; else null.</summary>
internal sealed record Load(int? Copies, double? Rate, bool Ramp, long? Preload = null, string? Name = null, RowSort? Place = null)
{
    /// <summary>Whether requests were sent by a schedule and not by waiting copies.</summary>
    public bool IsOpen => Rate is not null;

    /// <summary>The average number of requests a second that were due; null in the closed model.</summary>
    public double? DueRate => Ramp ? Rate / 2 : Rate;

    /// <summary>The bare number: <c>8</c>, <c>1,500</c>.</summary>
    public string Size => (Rate ?? Copies ?? 0).ToString("#,0.###", CultureInfo.InvariantCulture);

    /// <summary><c>8 copies</c>, <c>500/s</c>, <c>ramp to 8 copies</c>, <c>8 copies, 10,000 stored</c>, or <see cref="Name"/>.</summary>
    public string Label => Name ?? (Copies is null && Rate is null ? "not begun"
        : (Ramp ? "ramp to " : string.Empty) + Size + (IsOpen ? "/s" : Copies == 1 ? " copy" : " copies")
            + (Preload > 0 ? FormattableString.Invariant($", {Preload:N0} stored") : string.Empty));

    /// <summary>What loads are sorted by: closed before open, an empty store first, constant before ramp, then by size.</summary>
    public (bool Open, long Preload, bool Ramp, int Copies, double Rate, RowSort? Place) Order =>
        (IsOpen, Preload ?? 0, Ramp, Copies ?? 0, Rate ?? 0, Place);
}

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
