namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>A bound that every trial of a store must keep, as users write it.</summary>
internal sealed record Threshold(string Measure, double Bound, string Unit)
{
    private const string Throughput = "throughput";
    private const string Milliseconds = "ms";

    private static readonly (string Name, double Percentile)[] Percentiles =
        [("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99), ("p99.9", 99.9), ("max", 100)];

    private static readonly Dictionary<string, MeasureKind> Kinds = new MeasureKind[]
    {
        new(Throughput, "/s", step => (step.Throughput, false)),
        new("failures", "%", step => (100 * LoadTotals.Of(step.Operations).FailedShare, false)),
    }
        .Concat(StepTrend.Units.Select(u => new MeasureKind($"{u.Key} growth", u.Value, step => (RiseOf(step, u.Key), false))))
        .Concat(Percentiles.Select(p => new MeasureKind(
            p.Name, Milliseconds, step => Time(ResponseTimes.Of(step.Operations), p.Percentile))))
        .Concat(Percentiles.Select(p => new MeasureKind($"delay {p.Name}", Milliseconds, step => Time(DelaysOf(step), p.Percentile))))
        .ToDictionary(k => k.Name, StringComparer.Ordinal);

    public static Values<Threshold> Values { get; } = new(
        "such as p99<20ms (p50, p90, p95, p99, p99.9, max), 'delay p99<1s', throughput>1000, failures<1% or 'memory growth<1MB/h' "
        + "(memory, handles, threads, disk, latency), each bound greater than 0",
        JsonValueKind.String, Parse);

    private bool IsFloor => Measure == Throughput;

    public static Threshold? Parse(string text)
    {
        if (text.Split('<', '>') is not [var name, var bound] || Kinds.GetValueOrDefault(name.Trim()) is not { } kind
            || text.Contains('>', StringComparison.Ordinal) != (kind.Name == Throughput))
        {
            return null;
        }

        var value = kind.Unit != Milliseconds ? Number(bound.Trim(), kind.Name == Throughput ? "" : kind.Unit)
            : DurationText.TryParse(bound, out var time) ? time.TotalMilliseconds : 0;
        return value is > 0 and < double.PositiveInfinity ? new Threshold(kind.Name, value, kind.Unit) : null;
    }

    /// <summary>Whether a step keeps it. What was not measured, or may be any greater time, does not.</summary>
    public ThresholdRecord Check(StepRecord step)
    {
        var (value, isLowerBound) = Kinds[Measure].ValueOf(step);
        var isKept = value is { } known && (IsFloor ? known > Bound : known < Bound && !isLowerBound);
        return new ThresholdRecord(ToString(), isKept, Bound, Unit, IsFloor, value, isLowerBound);
    }

    public override string ToString() => FormattableString.Invariant($"{Measure}{(IsFloor ? '>' : '<')}{Bound}{(IsFloor ? "" : Unit)}");

    private static double Number(string text, string unit) => text.EndsWith(unit, StringComparison.Ordinal)
        && double.TryParse(text[..^unit.Length].TrimEnd(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number : 0;

    private static double? RiseOf(StepRecord step, string measure) =>
        StepTrend.AllOf(step).Where(t => t.Measure == measure).Max(t => (double?)t.Trend.Rise);

    private static ResponseTimes DelaysOf(StepRecord step) =>
        step.ProjectionDelay is { } delays ? ResponseTimes.Of(delays) : new ResponseTimes();

    private static (double? Value, bool IsLowerBound) Time(ResponseTimes times, double percentile)
    {
        var (time, isLowerBound) = times.Percentile(percentile);
        return times.Count == 0 ? (null, false) : (time.TotalMilliseconds, isLowerBound);
    }

    /// <param name="ValueOf">Of a step; null where it was not measured.</param>
    private sealed record MeasureKind(string Name, string Unit, Func<StepRecord, (double? Value, bool IsLowerBound)> ValueOf);
}
