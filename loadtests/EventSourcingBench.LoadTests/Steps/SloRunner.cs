namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Searches the greatest load whose response times stay within a bound. Each run is a separate step, on a fresh store.</summary>
internal sealed class SloRunner(Step step, SearchedLoad searched, SloRecord slo, Func<Step, Task<StepRecord>> run)
{
    // A generator and a store are never exactly at the rate: requests that are under way at the end are missing.
    private const double Reached = 0.98;

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var first = searched.Of(step) ?? throw new InvalidOperationException("The step has no load to begin with.");
        var most = searched.Most(step);
        var search = new RateSearch(Math.Min(first, most), most, Step.MostProbes, searched.Least);
        var runs = new List<(SloProbe Probe, StepRecord Record)>();
        StepRecord? last = null;
        // One run in any case: its record says that the step was interrupted.
        while (search.Next() is { } rate && (last is null || (last.Verdict.Passed && !cancellationToken.IsCancellationRequested)))
        {
            last = await run(searched.With(step, rate) with { Probe = runs.Count + 1 });
            // A run that was cut off says nothing about its rate.
            if (last.Interrupted)
                break;

            runs.Add((Judge(rate, last), last));
            search.Add(rate, runs[^1].Probe.Held);
        }

        var slowest = runs.Where(r => r.Probe.Held && r.Probe.Rate.Equals(search.Held)).OrderByDescending(r => r.Probe.Response)
            .FirstOrDefault().Record;
        // A store that broke its word is reported by the record in which it did.
        var kept = last!.Verdict.Passed ? slowest ?? last : last;
        var found = runs.Count == 0 ? null : new SloSearchRecord(slo, slowest is null ? null : search.Held)
        { Unit = searched.Unit, Probes = runs.ConvertAll(r => r.Probe) };
        var isCutOff = cancellationToken.IsCancellationRequested && last.Verdict.Passed && search.Next() is not null;
        return kept with { Interrupted = last.Interrupted || isCutOff, SloSearch = found };
    }

    private SloProbe Judge(double rate, StepRecord record)
    {
        var (totals, times) = (LoadTotals.Of(record.Operations), ResponseTimes.Of(record.Operations));
        var response = times.Percentile(slo.Percentile);
        var isHeld = times.Count > 0 && !response.IsLowerBound && response.Time <= slo.Bound && totals.Failed == 0
            && record.Verdict.Passed && (record.Rate is null || totals.Requests >= Reached * rate * Math.Min(
                record.Elapsed.TotalSeconds, step.Workload.Get(LoadParameters.Duration).TotalSeconds));
        return new SloProbe(
            rate, record.Throughput, isHeld, times.Count == 0 ? null : response.Time, response.IsLowerBound, record.EngineReport)
        { IsOfFew = !LatencyHistogram.IsGiven(slo.Percentile, times.Count) };
    }
}

/// <summary>What <c>--slo</c> searches in a suite.</summary>
/// <param name="Unit">See <see cref="SloSearchRecord.Unit"/>.</param>
/// <param name="Of">The load of a step, with which the search begins.</param>
internal sealed record SearchedLoad(
    string Unit, double Least, Func<Step, double> Most, Func<Step, double?> Of, Func<Step, double, Step> With)
{
    public static SearchedLoad Rate { get; } =
        new(SloSearchRecord.PerSecond, Least: 1, _ => LoadParameters.MaxRate, s => s.Rate, (step, rate) => step with { Rate = rate });
}
