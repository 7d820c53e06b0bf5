namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>What the requests of the measured time of a step of the suite <c>reservation</c> came to; the warm-up is not in it.</summary>
internal sealed record ReservationTally
{
    /// <summary>Successful requests a second.</summary>
    public required double Goodput { get; init; }

    /// <summary>Requests a second that were answered and not done: refused by a rule, or given up because of version conflicts.</summary>
    public required double Rejected { get; init; }

    /// <summary>Requests a second that failed: errors, timeouts, requests that were due and never sent.</summary>
    public required double Failed { get; init; }

    /// <summary>Requests that were sent.</summary>
    public required long Requests { get; init; }

    /// <summary>
    /// How many requests succeeded with so many appends: the second number is of those whose first append held, and so on; the first one,
    /// of those that needed none (a repeat of what was done before), is 0 but in earlier runs. No longer than it must be.
    /// </summary>
    public required IReadOnlyList<long> SuccessesByTries { get; init; }

    /// <summary>Requests that were given up because of a version conflict, after the last attempt.</summary>
    public required long GivenUp { get; init; }

    /// <summary>Appends that met a version conflict.</summary>
    public required long LostRaces { get; init; }

    /// <summary>How often a request was tried again: after each version conflict but the last one of requests that were given up.</summary>
    public required long Retries { get; init; }

    /// <summary>How evenly requests succeeded over the shows; null where none did.</summary>
    public FairnessRecord? Fairness { get; init; }

    /// <summary>Version conflicts for each request that was sent; null where none was.</summary>
    public double? LostRacesPerRequest => Requests == 0 ? null : (double)LostRaces / Requests;

    /// <summary>Retries for each request that was sent; null where none was.</summary>
    public double? RetriesPerRequest => Requests == 0 ? null : (double)Retries / Requests;

    /// <summary>Share of the requests that gave up; null where none was sent.</summary>
    public double? GivenUpShare => Requests == 0 ? null : (double)GivenUp / Requests;

    /// <summary>
    /// How many requests succeeded with 1 to 5 appends, and with more. A repeat of what was done before, which needs none, is counted with
    /// the first.
    /// </summary>
    public IReadOnlyList<long> Tries => [At(0) + At(1), At(2), At(3), At(4), At(5), SuccessesByTries.Skip(6).Sum()];

    private long At(int appends) => SuccessesByTries.ElementAtOrDefault(appends);
}
