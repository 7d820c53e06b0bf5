namespace EventSourcingBench.LoadTests.Steps;

internal static class ProgressText
{
    public static string Live(Step step, SecondRecord second, LoadTotals totals, string? phase) => !step.Suite.HasEngine
        ? FormattableString.Invariant($"{totals.Successes,11:N0} events in  {second.Successes,9:N0}/s  {phase}").TrimEnd()
        : FormattableString.Invariant($"{second.Successes,7:N0}/s  p99 ")
            + Milliseconds(second.P99Milliseconds, second.P99IsLowerBound) + Unsuccessful(totals, "  errors 0");

    /// <summary>A number of things: <c>1 step</c>, <c>2 steps</c>.</summary>
    public static string Counted(int count, string thing) => $"{count} {thing}{(count == 1 ? "" : "s")}";

    public static string Counted(string phase, long done, long total) => FormattableString.Invariant($"{phase}: {done:N0} of {total:N0}");

    public static string Ended(Step step, StepRecord record)
    {
        if (step.Suite.Ended?.Invoke(step, record) is { } words)
            return words;

        var times = ResponseTimes.Of(record.Operations);
        var p99 = times.Given(99) is { } tail ? Milliseconds(tail.Time.TotalMilliseconds, tail.IsLowerBound) : Milliseconds(null);
        var delay = record.ProjectionDelay is { Count: > 0 } delays
            ? $"  delay p50 {Milliseconds(LatencyHistogram.FromRecord(delays).Percentile(50).TotalMilliseconds)}"
            : "";
        var unsuccessful = Unsuccessful(LoadTotals.Of(record.Operations), "");
        return FormattableString.Invariant(
            $"{step,-36} {record.Throughput,9:N0}/s  p99 {p99}{delay}{unsuccessful}  {record.Verdict.Text}");
    }

    public static string Left(TimeSpan left) =>
        left.ToString(left >= TimeSpan.FromHours(1) ? @"h\:mm\:ss" : @"m\:ss", CultureInfo.InvariantCulture);

    // Each outcome other than success that came, so that nothing that failed hides behind another count.
    private static string Unsuccessful(LoadTotals totals, string none) => totals.Requests == totals.Successes
        ? none
        : string.Concat(OutcomeTitles.Unsuccessful.Where(o => totals[o] > 0)
            .Select(o => FormattableString.Invariant($"  {o.Title()} {totals[o]:N0}")));

    private static string Milliseconds(double? value, bool isLowerBound = false) => value is { } ms
        ? $"{Format.AtLeast(ms.ToString("0.00", CultureInfo.InvariantCulture), isLowerBound),7} ms"
        : "      -   ";
}
