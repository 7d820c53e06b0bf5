using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Takes shows at random, the n-th of them n^-s times as often as the first (Zipf's law). Each show has its own round: its
/// seats are reserved one after the other, then cancelled one after the other.
/// </summary>
internal sealed class HotScript : ISeatScript
{
    private readonly Lock _gate = new();
    private readonly SplitMix64 _random;
    private readonly double[] _upTo;
    private readonly long[] _next;
    private readonly int _seats;

    /// <param name="shows">How many shows there are, 1 or more.</param>
    /// <param name="seats">How many seats each has, 1 or more.</param>
    /// <param name="skew">Zipf's exponent: 0 is even, 1 the classical one.</param>
    /// <param name="seed">The same seed gives the same requests, as long as they are asked for in order.</param>
    public HotScript(int shows, int seats, double skew, int seed)
    {
        _seats = seats;
        _random = new SplitMix64(seed);
        _next = new long[shows];
        _upTo = new double[shows];
        var sum = 0.0;
        for (var i = 0; i < shows; i++)
        {
            _upTo[i] = sum += Math.Pow(i + 1, -skew);
        }
    }

    public SeatRequest At(long sequence)
    {
        lock (_gate)
        {
            var place = Array.BinarySearch(_upTo, _random.NextDouble() * _upTo[^1]);
            var show = Math.Min(place < 0 ? ~place : place, _upTo.Length - 1);
            var (phase, step) = Math.DivRem(_next[show]++, (long)_seats);
            return new SeatRequest(show, phase % 2 == 0 ? ShowCommandKind.Reserve : ShowCommandKind.Cancel, (int)step + 1);
        }
    }
}
