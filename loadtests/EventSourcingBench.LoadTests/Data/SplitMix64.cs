namespace EventSourcingBench.LoadTests.Data;

/// <summary>A small generator of random numbers whose sequence is the same on every runtime and machine; that of <see cref="Random"/> is
/// not promised. After Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Not thread-safe.</summary>
internal sealed class SplitMix64(long seed)
{
    private const ulong Increment = 0x9E3779B97F4A7C15;
    private ulong _state = unchecked((ulong)seed);

    /// <summary>The bits at a place of the sequence, without those before it.</summary>
    public static ulong BitsAt(long seed, long index) => unchecked(Scramble((ulong)seed + ((ulong)(index + 1) * Increment)));

    /// <summary>The number from 0, less than 1, at a place of the sequence.</summary>
    public static double DoubleAt(long seed, long index) => ToDouble(BitsAt(seed, index));

    public ulong NextBits() => Scramble(_state = unchecked(_state + Increment));

    public double NextDouble() => ToDouble(NextBits());

    /// <summary>A whole number from 0, less than the bound, which is 1 or more. The bias is below one in 2^32.</summary>
    public int NextBelow(int bound) => (int)Math.BigMul(NextBits(), (ulong)bound, out _);

    /// <summary>Puts the items into a random order, each order as likely as another (Fisher and Yates).</summary>
    public void Shuffle<T>(Span<T> items)
    {
        for (var last = items.Length - 1; last > 0; last--)
        {
            var other = NextBelow(last + 1);
            (items[last], items[other]) = (items[other], items[last]);
        }
    }

    private static double ToDouble(ulong bits) => (bits >> 11) * (1.0 / (1UL << 53));

    private static ulong Scramble(ulong z)
    {
        unchecked
        {
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}

/// <summary>A choice by Zipf's law: the n-th of several is taken n^-s times as often as the first.</summary>
internal sealed class ZipfChoice
{
    private readonly double[] _upTo;

    /// <summary>Among 1 or more. The skew is the exponent: 0 is even, 1 the classical one.</summary>
    public ZipfChoice(int count, double skew)
    {
        _upTo = new double[count];
        var sum = 0.0;
        for (var i = 0; i < count; i++)
            _upTo[i] = sum += Math.Pow(i + 1, -skew);
    }

    public int At(double place)
    {
        var found = Array.BinarySearch(_upTo, place * _upTo[^1]);
        return Math.Min(found < 0 ? ~found : found, _upTo.Length - 1);
    }
}
