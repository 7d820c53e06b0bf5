namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Sums up the requests of the measured time.</summary>
internal static class ReservationTallies
{
    /// <param name="measured">The requests.</param>
    /// <param name="operations">What the recorder kept of them: also those that were due and never sent.</param>
    /// <param name="elapsed">The measured time.</param>
    public static ReservationTally Of(IEnumerable<Operation> measured, IReadOnlyList<OperationRecord> operations, TimeSpan elapsed)
    {
        var (requests, givenUp, conflicts) = (0L, 0L, 0L);
        var byTries = new List<long>();
        var shows = new Dictionary<int, (long Successes, long Requests)>();
        foreach (var request in measured)
        {
            var isDone = request.Outcome == Outcome.Success;
            requests++;
            givenUp += request.Outcome == Outcome.Conflict ? 1 : 0;
            conflicts += request.Conflicts;
            var show = shows.GetValueOrDefault(request.Key);
            shows[request.Key] = (show.Successes + (isDone ? 1 : 0), show.Requests + 1);
            if (isDone)
            {
                var tries = TriesOf(request);
                byTries.AddRange(Enumerable.Repeat(0L, Math.Max(0, tries + 1 - byTries.Count)));
                byTries[tries]++;
            }
        }

        return new ReservationTally
        {
            Goodput = Rate(Outcome.Success),
            Rejected = Rate(Outcome.Refused) + Rate(Outcome.Conflict),
            Failed = Rate(Outcome.Error) + Rate(Outcome.Timeout),
            Requests = requests,
            SuccessesByTries = byTries,
            GivenUp = givenUp,
            LostRaces = conflicts,
            Retries = conflicts - givenUp,
            Fairness = FairnessOf(shows),
        };

        double Rate(Outcome outcome) => elapsed > TimeSpan.Zero
            ? operations.Where(o => o.Outcome == outcome).Sum(o => o.ServiceTime.Count) / elapsed.TotalSeconds
            : 0;
    }

    /// <summary>Appends that a request took.</summary>
    public static int TriesOf(in Operation request) => request.Conflicts + (request.Outcome == Outcome.Success ? 1 : 0);

    private static FairnessRecord? FairnessOf(Dictionary<int, (long Successes, long Requests)> shows)
    {
        if (JainIndex.Of([.. shows.Values.Select(Share)]) is not { } index)
        {
            return null;
        }

        var (worst, of) = shows.OrderBy(s => Share(s.Value)).ThenByDescending(s => s.Value.Requests).ThenBy(s => s.Key).First();
        return new FairnessRecord
        {
            Index = index,
            Shows = shows.Count,
            WorstShow = ShowIds.Of(worst),
            WorstSuccesses = of.Successes,
            WorstRequests = of.Requests,
        };
    }

    private static double Share((long Successes, long Requests) show) => (double)show.Successes / show.Requests;
}
