namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>A bound that every trial of a store must keep, as users write it.</summary>
internal sealed record Threshold(string Measure, double Bound, string Unit)
{
    private const string Delay = "delay ";
    private const string Throughput = "throughput";
    private const string Failures = "failures";
    private const string Growth = " growth";

    private static readonly Dictionary<string, double> Percentiles = new(StringComparer.Ordinal)
    {
        ["p50"] = 50,
        ["p90"] = 90,
        ["p95"] = 95,
        ["p99"] = 99,
        ["p99.9"] = 99.9,
        ["max"] = 100,
    };

    public static Values<Threshold> Values { get; } = new(
        "such as p99<20ms (p50, p90, p95, p99, p99.9, max), 'delay p99<1s', throughput>1000, failures<1% or 'memory growth<1MB/h' "
        + "(memory, handles, threads, disk, latency), each bound greater than 0",
        JsonValueKind.String, Parse);

    private bool IsFloor => Measure == Throughput;

    public static Threshold? Parse(string text)
    {
        if (text.Split('<', '>') is not [var name, var bound])
            return null;

        var (measure, isFloor) = (name.Trim(), text.Contains('>', StringComparison.Ordinal));
        return (measure, isFloor) switch
        {
            (Throughput, true) => Of(bound, "/s"),
            (Failures, false) => bound.TrimEnd() is [.. var share, '%'] ? Of(share, "%") : null,
            (_, false) when GrowthUnit(measure) is { } unit =>
                bound.TrimEnd().EndsWith(unit, StringComparison.Ordinal) ? Of(bound.TrimEnd()[..^unit.Length], unit) : null,
            (_, false) when Percentiles.ContainsKey(measure.StartsWith(Delay, StringComparison.Ordinal) ? measure[Delay.Length..] : measure)
                && DurationText.TryParse(bound, out var time) && time > TimeSpan.Zero => new(measure, time.TotalMilliseconds, "ms"),
            _ => null,
        };

        Threshold? Of(string number, string unit) =>
            double.TryParse(number, NumberStyles.AllowDecimalPoint | NumberStyles.AllowTrailingWhite | NumberStyles.AllowLeadingWhite,
                CultureInfo.InvariantCulture, out var value) && value is > 0 and < double.PositiveInfinity
                ? new(measure, value, unit) : null;
    }

    /// <summary>Whether a step keeps it. What was not measured, or may be any greater time, does not.</summary>
    public ThresholdRecord Check(StepRecord step)
    {
        var (value, isLowerBound) = ValueOf(step);
        var isKept = value is { } known && (IsFloor ? known > Bound : known < Bound && !isLowerBound);
        return new ThresholdRecord(ToString(), isKept, Bound, Unit, IsFloor, value, isLowerBound);
    }

    public override string ToString() => FormattableString.Invariant($"{Measure}{(IsFloor ? '>' : '<')}{Bound}{(IsFloor ? "" : Unit)}");

    private static string? GrowthUnit(string measure) => measure.EndsWith(Growth, StringComparison.Ordinal)
        ? StepTrend.Units.GetValueOrDefault(measure[..^Growth.Length]) : null;

    private (double? Value, bool IsLowerBound) ValueOf(StepRecord step)
    {
        if (Measure is Throughput or Failures)
            return (IsFloor ? step.Throughput : 100 * LoadTotals.Of(step.Operations).FailedShare, false);

        if (GrowthUnit(Measure) is not null)
        {
            var trends = StepTrend.AllOf(step).Where(t => Measure == t.Measure + Growth).ToList();
            return (trends.Count == 0 ? null : trends.Max(t => t.Trend.Rise), false);
        }

        var isDelay = Measure.StartsWith(Delay, StringComparison.Ordinal);
        var times = !isDelay ? ResponseTimes.Of(step.Operations)
            : step.ProjectionDelay is { } delays ? ResponseTimes.Of(LatencyHistogram.FromRecord(delays)) : new ResponseTimes();
        var (time, isLowerBound) = times.Percentile(Percentiles[isDelay ? Measure[Delay.Length..] : Measure]);
        return times.Count == 0 ? (null, false) : (time.TotalMilliseconds, isLowerBound);
    }
}
