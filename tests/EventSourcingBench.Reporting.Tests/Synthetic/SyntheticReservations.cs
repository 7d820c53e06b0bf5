namespace EventSourcingBench.Reporting.Tests;

/// <summary>What a step of reservations adds to its record.</summary>
internal static class SyntheticReservations
{
    /// <summary>A search that found a rate and broke its bound at twice of it.</summary>
    public static SloSearchRecord Search(double rate) => new()
    {
        Slo = new SloRecord(99, TimeSpan.FromMilliseconds(20)),
        Rate = rate,
        Probes =
        [
            new SloProbe { Rate = 2 * rate, Response = TimeSpan.FromMilliseconds(80), Throughput = rate, Held = false },
            new SloProbe { Rate = rate, Response = TimeSpan.FromMilliseconds(12), Throughput = rate, Held = true },
        ],
    };

    public static ReservationRecord Record(string side, string order, double? skew = null)
    {
        var isOptimistic = side == "optimistic";
        var lost = !isOptimistic ? 0 : skew is { } s ? (long)(100 * s) : 100;
        return new ReservationRecord
        {
            Strategy = side,
            Order = order,
            Skew = skew,
            Store = "sqlite",
            Nodes = 1,
            Shows = 20,
            Seats = 50,
            Grouping = 5,
            Reserved = 500,
            Cancelled = 490,
            Refused = 5,
            Conflicts = 5,
            LostRaces = lost,
            MostTries = 5,
            ShowsTouched = 20,
            Measured = new ReservationTally
            {
                Goodput = 99,
                Rejected = 1,
                Failed = 0,
                Requests = 1_000,
                SuccessesByTries = isOptimistic ? [0, 900, 50, 30, 7, 3] : [10, 980],
                GivenUp = isOptimistic ? 5 : 0,
                LostRaces = lost,
                Retries = lost * 9 / 10,
                Fairness = new FairnessRecord { Index = 0.96, Shows = 20, WorstShow = "s7", WorstSuccesses = 30, WorstRequests = 50 },
            },
        };
    }
}
