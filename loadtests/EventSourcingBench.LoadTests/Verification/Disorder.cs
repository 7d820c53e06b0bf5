namespace EventSourcingBench.LoadTests;

/// <summary>Measures how far a sequence is from its order.</summary>
internal static class Disorder
{
    /// <summary>
    /// The least number of values that would have to be moved to put the sequence into order; equal neighbours are in order.
    /// It is the length without the longest subsequence that never falls, which patience sorting finds in n log n.
    /// </summary>
    public static int Count(ReadOnlySpan<long> values)
    {
        if (IsInOrder(values))
        {
            return 0;
        }

        var tails = new List<long>(values.Length);
        foreach (var value in values)
        {
            if (tails.Count == 0 || value >= tails[^1])
            {
                tails.Add(value);
            }
            else
            {
                tails[FirstGreater(tails, value)] = value;
            }
        }

        return values.Length - tails.Count;
    }

    // The usual case, which needs no memory.
    private static bool IsInOrder(ReadOnlySpan<long> values)
    {
        for (var i = 1; i < values.Length; i++)
        {
            if (values[i] < values[i - 1])
            {
                return false;
            }
        }

        return true;
    }

    private static int FirstGreater(List<long> tails, long value)
    {
        var (low, high) = (0, tails.Count - 1);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = tails[middle] > value ? (low, middle) : (middle + 1, high);
        }

        return low;
    }
}
