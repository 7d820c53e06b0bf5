namespace EventSourcingBench.Reporting.Measures;

internal static class StepTimes
{
    public static string Title(string name) => name switch
    {
        Latency.OfResponse => "Response time",
        Latency.OfService => "Service time of successes",
        Latency.OfDelay => "Projection delay",
        _ => name,
    };

    /// <summary>What times of a trial are: response times of an operation, service times of its successes, or projection delays.</summary>
    /// <returns>Null where it was not measured.</returns>
    public static ResponseTimes? Of(StepRecord trial, string name, string? operation) => name switch
    {
        Latency.OfDelay => Of(trial.ProjectionDelay),
        Latency.OfService => ResponseTimes.Of(trial.Operations.Where(o => o.Outcome == Outcome.Success && o.Operation == operation)
            .Select(o => o with { ResponseTime = o.ServiceTime })),
        Latency.OfResponse => ResponseTimes.Of(trial.Operations.Where(o => o.Operation == operation)),
        _ => null,
    };

    public static ResponseTimes? Of(HistogramRecord? record) => record is null ? null : ResponseTimes.Of(record);

    /// <returns>Null where no trial has a value.</returns>
    public static Latency? Of(IEnumerable<StepRecord> trials, Func<StepRecord, ResponseTimes?> times, int seed)
    {
        var known = trials.Select(t => (Block: t.Trial, Times: times(t)!)).Where(t => t.Times is { Count: > 0 }).ToList();
        var merged = new ResponseTimes();
        known.ForEach(t => merged.Add(t.Times));
        return known.Count == 0 ? null
            : new Latency(Latency.Percentiles.ToDictionary(p => p, At, StringComparer.Ordinal), merged);

        (IReadOnlyList<TrialValue> Trials, Estimate? Median) At(string percentile)
        {
            var given = known.ConvertAll(t => (t.Block, Time: Latency.Of(t.Times, percentile)));
            // Of all trials, or one value of all requests together: only the fast trials may have enough requests for it.
            if (given.Exists(t => t.Time is null))
                given = [(TrialValue.OfAll, Latency.Of(merged, percentile))];

            List<TrialValue> values =
            [
                .. from trial in given
                   where trial.Time is not null
                   select new TrialValue(trial.Block, trial.Time!.Value.Median, trial.Time.Value.IsLowerBound),
            ];
            return (values, Estimates.Of(values, seed));
        }
    }
}
