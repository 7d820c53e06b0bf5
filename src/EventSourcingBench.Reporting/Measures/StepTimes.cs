namespace EventSourcingBench.Reporting.Measures;

internal static class StepTimes
{
    public const string OfService = "service";
    public const string OfDelay = "delay";
    public const string OfResponse = "response";

    public static string Title(string name) =>
        name switch { OfResponse => "Response time", OfService => "Service time of successes", OfDelay => "Projection delay", _ => name };

    /// <returns>Null where it was not measured.</returns>
    public static Latency? Of(Cell cell, string name) =>
        name switch
        {
            OfResponse => cell.Response,
            OfService => cell.Service,
            OfDelay => cell.Delay,
            _ => cell.Times.GetValueOrDefault(name),
        };

    /// <summary>What times of a trial are: response times of an operation, service times of its successes, or projection delays.</summary>
    /// <returns>Null where it was not measured.</returns>
    public static ResponseTimes? Of(StepRecord trial, string name, string? operation) => name switch
    {
        OfDelay => DelayOf(trial),
        OfService => ResponseTimes.Of(trial.Operations.Where(o => o.Outcome == Outcome.Success && o.Operation == operation)
            .Select(o => o with { ResponseTime = o.ServiceTime })),
        OfResponse => ResponseTimes.Of(trial.Operations.Where(o => o.Operation == operation)),
        _ => null,
    };

    /// <returns>Null where no projection ran.</returns>
    public static ResponseTimes? DelayOf(StepRecord step) => Of(step.ProjectionDelay);

    public static ResponseTimes? Of(HistogramRecord? record) =>
        record is null ? null : ResponseTimes.Of(LatencyHistogram.FromRecord(record));

    /// <summary>A percentile of <see cref="Percentile.All"/>, the median over the trials; null without enough values.</summary>
    public static Estimate? At(Latency? latency, string percentile) =>
        latency?.ByPercentile[Percentile.All.ToList().FindIndex(p => p.Label == percentile)];

    /// <summary>The <c>mean</c>, or a percentile from <c>min</c> to <c>max</c>, of all trials, in ms; null of too few values.</summary>
    public static Estimate? OfAll(Latency? latency, string label)
    {
        if (latency is not { Merged: var all })
            return null;

        var given = label switch
        {
            "mean" => all.Mean,
            "min" => all.Percentile(0),
            "max" => all.Percentile(100),
            _ => all.Given(double.Parse(label.AsSpan(1), CultureInfo.InvariantCulture)),
        };
        return given is not { } time ? null : new Estimate(time.Time.TotalMilliseconds, null, null, time.IsLowerBound);
    }
}
