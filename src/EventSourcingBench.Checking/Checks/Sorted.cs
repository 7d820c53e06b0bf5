namespace EventSourcingBench.Checking.Checks;

/// <summary>Binary search.</summary>
internal static class Sorted
{
    /// <summary>How many items, which are sorted by their key, have one up to a limit.</summary>
    public static int CountUpTo<T>(this IReadOnlyList<T> items, long limit, Func<T, long> key)
    {
        var (low, high) = (0, items.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = key(items[middle]) <= limit ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    public static int CountUpTo(this IReadOnlyList<long> items, long limit) => items.CountUpTo(limit, static i => i);
}
