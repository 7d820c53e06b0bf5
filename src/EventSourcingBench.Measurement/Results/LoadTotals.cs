namespace EventSourcingBench.Measurement.Results;

/// <summary>How many requests ended in each way, see <see cref="Outcome"/>.</summary>
public readonly record struct LoadTotals(long Successes, long Conflicts = 0, long Errors = 0, long Timeouts = 0, long Refused = 0)
{
    public long Requests => Successes + Conflicts + Errors + Timeouts + Refused;

    /// <summary>Requests that were neither done nor refused by a rule: version conflicts, errors and missing answers.</summary>
    public long Failed => Conflicts + Errors + Timeouts;

    /// <summary><see cref="Failed"/> as a share of all requests, 0 to 1; null where there was no request.</summary>
    public double? FailedShare => Requests == 0 ? null : (double)Failed / Requests;

    public long this[Outcome outcome] => ((ReadOnlySpan<long>)[Successes, Conflicts, Errors, Timeouts, Refused])[(int)outcome];

    public static LoadTotals Of(Func<Outcome, long> count) =>
        new(count(Outcome.Success), count(Outcome.Conflict), count(Outcome.Error), count(Outcome.Timeout), count(Outcome.Refused));

    public static LoadTotals Of(IEnumerable<OperationRecord> operations)
    {
        var counts = operations.ToLookup(o => o.Outcome, o => o.ResponseTime.Count);
        return Of(outcome => counts[outcome].Sum());
    }

    public LoadTotals Add(LoadTotals other) => Combine(this, other, (own, added) => own + added);

    /// <summary>What is left after another count was taken away; never less than 0.</summary>
    public LoadTotals Without(LoadTotals other) => Combine(this, other, (own, taken) => Math.Max(0, own - taken));

    private static LoadTotals Combine(LoadTotals one, LoadTotals other, Func<long, long, long> combine) =>
        Of(outcome => combine(one[outcome], other[outcome]));
}

/// <summary>What a recorder saw for a moment, to be added to that of another process: response times of the requests that were answered
/// (done, version conflict, or refused), the greatest time of all requests (0 without one), and how many ended in each way.</summary>
public sealed record LoadWindow(HistogramRecord Answered, long GreatestMicroseconds, LoadTotals Totals);
