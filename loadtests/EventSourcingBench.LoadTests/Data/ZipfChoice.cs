namespace EventSourcingBench.LoadTests.Data;

/// <summary>A choice by Zipf's law: the n-th of several is taken n^-s times as often as the first.</summary>
internal sealed class ZipfChoice
{
    private readonly double[] _upTo;

    /// <param name="count">How many there are, 1 or more.</param>
    /// <param name="skew">The exponent: 0 is even, 1 the classical one.</param>
    public ZipfChoice(int count, double skew)
    {
        _upTo = new double[count];
        var sum = 0.0;
        for (var i = 0; i < count; i++)
        {
            _upTo[i] = sum += Math.Pow(i + 1, -skew);
        }
    }

    public int At(double place)
    {
        var found = Array.BinarySearch(_upTo, place * _upTo[^1]);
        return Math.Min(found < 0 ? ~found : found, _upTo.Length - 1);
    }
}
