namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// Goes through the shows group by group: all reservations of a group's seats in random order, then all cancellations in another,
/// then the next group; after the last group from the first on again. This is the published concurrent order.
/// </summary>
internal sealed class GroupedScript(int shows, int seats, int grouping, int seed) : ISeatScript
{
    private const int Kept = 4;

    private readonly Lock _gate = new();
    private readonly (long Number, int[] Order)[] _phases = new (long, int[])[Kept];
    private readonly int _groups = (shows + grouping - 1) / grouping;

    public SeatRequest At(long sequence)
    {
        var (round, place) = Math.DivRem(sequence, 2L * shows * seats);
        var group = (int)(place / (2L * grouping * seats));
        var first = group * grouping;
        var size = Math.Min(grouping, shows - first) * seats;
        var inGroup = (int)(place - (2L * first * seats));
        var (phase, step) = Math.DivRem(inGroup, size);
        var number = Order((((round * _groups) + group) * 2) + phase, size)[step];
        return new SeatRequest(
            first + (number / seats), phase == 0 ? ShowCommandKind.Reserve : ShowCommandKind.Cancel, (number % seats) + 1);
    }

    // Requests come in the order of their numbers, or nearly: what was worked out last is asked for again.
    private int[] Order(long phase, int size)
    {
        lock (_gate)
        {
            ref var kept = ref _phases[(int)(phase % Kept)];
            if (kept.Order is null || kept.Number != phase)
            {
                var order = Enumerable.Range(0, size).ToArray();
                new SplitMix64(SeedOf(phase)).Shuffle<int>(order);
                kept = (phase, order);
            }

            return kept.Order;
        }
    }

    private long SeedOf(long phase) => unchecked((phase * 0x9E3779B97F4AL) ^ seed);
}
