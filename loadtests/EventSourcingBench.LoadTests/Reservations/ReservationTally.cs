namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>What the requests of the measured time of a step of the suite <c>reservation</c> came to; the warm-up is not in it.</summary>
/// <param name="Rejected">Requests a second that were answered and not done: refused by a rule, or given up for version conflicts.</param>
/// <param name="Failed">Requests a second that failed: errors, timeouts, requests that were due and never sent.</param>
/// <param name="SuccessesByTries">How many requests succeeded with so many appends: the second number is of those whose first append held,
/// and so on; the first is of those that needed none, 0 but in earlier runs. No longer than it must be.</param>
/// <param name="Retries">How often requests were tried again: after each version conflict but the last of those given up.</param>
/// <param name="Fairness">How evenly requests succeeded over the shows; null where none did.</param>
internal sealed record ReservationTally(
    double Goodput, double Rejected, double Failed, long Requests, IReadOnlyList<long> SuccessesByTries, long GivenUp, long LostRaces,
    long Retries, FairnessRecord? Fairness = null)
{
    // For each request that was sent; null where none was.
    public double? LostRacesPerRequest => PerRequest(LostRaces);

    public double? RetriesPerRequest => PerRequest(Retries);

    public double? GivenUpShare => PerRequest(GivenUp);

    /// <summary>How many requests succeeded with 1 to 5 appends (those that needed none with the first), and with more.</summary>
    public IReadOnlyList<long> Tries => [At(0) + At(1), At(2), At(3), At(4), At(5), SuccessesByTries.Skip(6).Sum()];

    /// <summary>Sums up requests, by what the recorder kept also those that were due and never sent.</summary>
    public static ReservationTally Of(IEnumerable<Operation> measured, IReadOnlyList<OperationRecord> operations, TimeSpan elapsed)
    {
        var tries = measured.Where(o => o.Outcome == Outcome.Success).CountBy(o => TriesOf(o)).ToDictionary();
        var mostTries = tries.Keys.DefaultIfEmpty(-1).Max();
        var shows = measured.AggregateBy(
            o => o.Key, (Successes: 0L, Requests: 0L),
            (show, o) => (show.Successes + (o.Outcome == Outcome.Success ? 1 : 0), show.Requests + 1)).ToDictionary();
        // Conflicts of a request that was sent again after its connection was refused are not known.
        var givenUp = measured.Where(o => o.Outcome == Outcome.Conflict);
        var lostRaces = measured.Sum(o => (long)o.Conflicts);
        return new(
            Goodput: Rate(Outcome.Success), Rejected: Rate(Outcome.Refused) + Rate(Outcome.Conflict),
            Failed: Rate(Outcome.Error) + Rate(Outcome.Timeout), measured.LongCount(),
            [.. Enumerable.Range(0, mostTries + 1).Select(t => (long)tries.GetValueOrDefault(t))],
            givenUp.LongCount(), lostRaces, Retries: lostRaces - givenUp.LongCount(o => o.Conflicts > 0), FairnessRecord.Of(shows));

        double Rate(Outcome outcome) => elapsed > TimeSpan.Zero
            ? operations.Where(o => o.Outcome == outcome).Sum(o => o.ServiceTime.Count) / elapsed.TotalSeconds : 0;
    }

    public static int TriesOf(in Operation request) => request.Conflicts + (request.Outcome == Outcome.Success ? 1 : 0);

    private double? PerRequest(long count) => Requests == 0 ? null : (double)count / Requests;

    private long At(int appends) => SuccessesByTries.ElementAtOrDefault(appends);
}

/// <summary>How evenly requests succeeded over the shows. A show's share is its successes over its requests: how many requests it got is
/// the load's doing, and no unfairness.</summary>
/// <param name="Index">Jain's index of the shares of all shows that got a request, 0 to 1; 1 is even.</param>
/// <param name="WorstShow">The show with the least share; of several the one with the most requests.</param>
internal sealed record FairnessRecord(double Index, int Shows, string WorstShow, long WorstSuccesses, long WorstRequests)
{
    public double WorstShare => (double)WorstSuccesses / WorstRequests;

    /// <summary>That of shows by number; null where no request succeeded.</summary>
    public static FairnessRecord? Of(IReadOnlyDictionary<int, (long Successes, long Requests)> shows)
    {
        if (JainIndex.Of([.. shows.Values.Select(Share)]) is not { } index)
            return null;

        var (worst, of) = shows.OrderBy(s => Share(s.Value)).ThenByDescending(s => s.Value.Requests).ThenBy(s => s.Key).First();
        return new FairnessRecord(index, shows.Count, ShowIds.Of(worst), of.Successes, of.Requests);
    }

    private static double Share((long Successes, long Requests) show) => (double)show.Successes / show.Requests;
}
