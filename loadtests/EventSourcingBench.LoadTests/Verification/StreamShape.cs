using System.Runtime.InteropServices;

namespace EventSourcingBench.LoadTests;

/// <summary>What is wrong with the versions of one stream, whatever its events are. All 0 when they are 1, 2, 3, ...</summary>
/// <param name="Gaps">Numbers missing below the greatest one.</param>
/// <param name="FirstGap">The first of them; 0 when there is none.</param>
/// <param name="Surplus">Events at a version below 1 or at one that another event has too.</param>
/// <param name="Unordered">Events that came out of the order of their versions.</param>
internal readonly record struct StreamShape(long Gaps, long FirstGap, long Surplus, long Unordered)
{
    /// <summary>Judges versions; puts the list into order.</summary>
    /// <param name="versions">The versions in the order in which they were read.</param>
    public static StreamShape Of(List<long> versions)
    {
        var values = CollectionsMarshal.AsSpan(versions);
        var unordered = Disorder.Count(values);
        if (unordered > 0)
        {
            values.Sort();
        }

        var (distinct, greatest, firstGap) = (0L, 0L, 0L);
        foreach (var version in values)
        {
            if (version > greatest)
            {
                firstGap = firstGap == 0 && version != greatest + 1 ? greatest + 1 : firstGap;
                greatest = version;
                distinct++;
            }
        }

        return new StreamShape(greatest - distinct, firstGap, values.Length - distinct, unordered);
    }
}
