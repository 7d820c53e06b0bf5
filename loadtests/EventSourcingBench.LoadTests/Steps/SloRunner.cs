namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Searches the highest rate whose response times stay within a bound: it doubles the rate until the bound is broken, then halves
/// the interval between what held and what did not, until they are a tenth apart. Each rate is a separate step, on a fresh store.</summary>
internal sealed class SloRunner(Step step, SloRecord slo, Func<Step, Task<StepRecord>> run)
{
    private const double Close = 1.1;

    // A generator and a store are never exactly at the rate: requests that are under way at the end are missing.
    private const double Reached = 0.98;

    private readonly List<SloProbe> _probes = [];

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var (held, broken) = (0.0, double.PositiveInfinity);
        StepRecord? best = null;
        StepRecord record;
        var rate = step.Rate ?? throw new InvalidOperationException("A bound is searched by rates.");
        do
        {
            record = await run(step with { Rate = rate, Probe = _probes.Count + 1 });
            var probe = Judge(rate, record);
            _probes.Add(probe);
            if (probe.Held)
                (held, best) = (rate, record);
            else
                broken = rate;

            rate = double.IsPositiveInfinity(broken) ? held * 2 : (held + broken) / 2;
        }
        while (!cancellationToken.IsCancellationRequested
            && _probes.Count < Step.MostProbes && broken > held * Close
            && rate is >= 1 and <= LoadParameters.MaxRate && record.Verdict.Passed);

        // A store that broke its word is reported by the record in which it did.
        var kept = record.Verdict.Passed ? best ?? record : record;
        return kept with
        {
            Interrupted = record.Interrupted,
            SloSearch = new SloSearchRecord(slo, best?.Rate) { Probes = _probes },
            Notes = [.. kept.Notes, best is null
                ? $"No rate held {SloText.Of(slo)}: this is the last that was tried."
                : $"The highest rate that held {SloText.Of(slo)}, of {_probes.Count} that were tried."],
        };
    }

    private SloProbe Judge(double rate, StepRecord record)
    {
        var (totals, times) = (LoadTotals.Of(record.Operations), ResponseTimes.Of(record.Operations));
        var response = times.Percentile(slo.Percentile);
        var isHeld = !response.IsLowerBound && response.Time <= slo.Bound && totals.Failed == 0 && record.Verdict.Passed
            && totals.Requests >= Reached * rate * Math.Min(
                record.Elapsed.TotalSeconds, step.Workload.Get(LoadParameters.Duration).TotalSeconds);
        return new SloProbe(
            rate, record.Throughput, isHeld, times.Count == 0 ? null : response.Time, response.IsLowerBound, record.EngineReport);
    }
}
