namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>One request: shows are numbered from 0, seats from 1. A creation, no part of the load, has how many seats there are.</summary>
internal readonly record struct SeatRequest(int Show, ShowCommandKind Kind, int Seat)
{
    /// <summary>How a history has it: shows are rosters whose members are the reserved seats.</summary>
    public RosterCommand Command => new(
        Kind switch
        {
            ShowCommandKind.Create => RosterChange.Open,
            ShowCommandKind.Reserve => RosterChange.Add,
            _ => RosterChange.Remove,
        },
        Seat);

    /// <summary>In even phases seats are reserved, in odd ones cancelled; the seat is counted from 0.</summary>
    public static SeatRequest In(long phase, int show, int seat) =>
        new(show, phase % 2 == 0 ? ShowCommandKind.Reserve : ShowCommandKind.Cancel, seat + 1);
}

/// <summary>Goes through the shows group by group: all reservations of a group's seats, then all cancellations, then the next group; after
/// the last group from the first on again. With a seed each in another random order: the published concurrent order. Without one it is the
/// published serial order, as if a thousand users each went through a separate show, seat after seat. Users take turns, so that a show's
/// requests come one after the other in time, far apart from each other, while many shows are in use at once.</summary>
/// <remarks>All scripts give the request of a number, from 0; are safe for concurrent use; and give the same for the same seed.</remarks>
internal sealed class GroupedScript(int shows, int seats, int grouping, int? seed = null)
{
    /// <summary>How many shows are gone through at the same time in the serial order, at most.</summary>
    public const int Users = 1_000;

    private const int Kept = 4;

    private readonly Lock _gate = new();
    private readonly (long Number, int[] Order)[] _phases = new (long, int[])[Kept];
    private readonly int _groups = (shows + grouping - 1) / grouping;

    public SeatRequest At(long sequence)
    {
        var (round, place) = Math.DivRem(sequence, 2L * shows * seats);
        var group = (int)(place / (2L * grouping * seats));
        var first = group * grouping;
        var size = Math.Min(grouping, shows - first);
        var (phase, step) = Math.DivRem((int)(place - (2L * first * seats)), size * seats);
        var (seat, show) = Math.DivRem(step, size);
        if (seed is { } key)
            (show, seat) = Math.DivRem(Order((((round * _groups) + group) * 2) + phase, size * seats, key)[step], seats);

        return SeatRequest.In(phase, first + show, seat);
    }

    // Requests come in the order of their numbers, or nearly: what was worked out last is asked for again.
    private int[] Order(long phase, int size, int key)
    {
        lock (_gate)
        {
            ref var kept = ref _phases[(int)(phase % Kept)];
            if (kept.Order is null || kept.Number != phase)
            {
                kept = (phase, [.. Enumerable.Range(0, size)]);
                new SplitMix64(unchecked((phase * 0x9E3779B97F4AL) ^ key)).Shuffle<int>(kept.Order);
            }

            return kept.Order;
        }
    }
}

/// <summary>Takes shows at random, the n-th of them n^-s times as often as the first (Zipf's law). Each show has its own round: its seats
/// are reserved one after the other, then cancelled one after the other.</summary>
internal sealed class HotScript(int shows, int seats, double skew, int seed)
{
    // Requests come in the order of their numbers, or nearly: those that were drawn last are kept for the ones that come late.
    private const int Kept = 1 << 14;

    private readonly Lock _gate = new();
    private readonly SplitMix64 _random = new(seed);
    private readonly ZipfChoice _choice = new(shows, skew);
    private readonly long[] _next = new long[shows];
    private readonly SeatRequest[] _drawn = new SeatRequest[Kept];
    private long _count;

    public SeatRequest At(long sequence)
    {
        lock (_gate)
        {
            while (_count <= sequence)
                _drawn[_count++ % Kept] = Draw();

            if (sequence >= _count - Kept)
                return _drawn[sequence % Kept];
        }

        return new HotScript(shows, seats, skew, seed).At(sequence);
    }

    // Where a show stands in its round depends on all requests before: they are drawn one after the other.
    private SeatRequest Draw()
    {
        var show = _choice.At(_random.NextDouble());
        var (phase, seat) = Math.DivRem(_next[show]++, seats);
        return SeatRequest.In(phase, show, (int)seat);
    }
}
