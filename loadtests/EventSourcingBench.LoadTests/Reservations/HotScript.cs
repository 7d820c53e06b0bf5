namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// Takes shows at random, the n-th of them n^-s times as often as the first (Zipf's law). Each show has its own round: its
/// seats are reserved one after the other, then cancelled one after the other.
/// </summary>
internal sealed class HotScript : ISeatScript
{
    // Requests come in the order of their numbers, or nearly: those that were drawn last are kept for the ones that come late.
    private const int Kept = 1 << 14;

    private readonly Lock _gate = new();
    private readonly Func<HotScript> _again;
    private readonly SplitMix64 _random;
    private readonly ZipfChoice _choice;
    private readonly long[] _next;
    private readonly SeatRequest[] _drawn = new SeatRequest[Kept];
    private readonly int _seats;
    private long _count;

    public HotScript(int shows, int seats, double skew, int seed)
    {
        _again = () => new HotScript(shows, seats, skew, seed);
        _seats = seats;
        _random = new SplitMix64(seed);
        _next = new long[shows];
        _choice = new ZipfChoice(shows, skew);
    }

    public SeatRequest At(long sequence)
    {
        lock (_gate)
        {
            while (_count <= sequence)
            {
                _drawn[_count++ % Kept] = Draw();
            }

            if (sequence >= _count - Kept)
            {
                return _drawn[sequence % Kept];
            }
        }

        return _again().At(sequence);
    }

    // Where a show stands in its round depends on all requests before: they are drawn one after the other.
    private SeatRequest Draw()
    {
        var show = _choice.At(_random.NextDouble());
        var (phase, step) = Math.DivRem(_next[show]++, (long)_seats);
        return new SeatRequest(show, phase % 2 == 0 ? ShowCommandKind.Reserve : ShowCommandKind.Cancel, (int)step + 1);
    }
}
