using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The words of progress lines, the same on a terminal and in a log.</summary>
internal static class ProgressText
{
    public static string Live(SecondRecord second, long errors) => string.Create(
        CultureInfo.InvariantCulture,
        $"{second.Successes,7:N0}/s  p99 {Milliseconds(second.P99Milliseconds)}  errors {errors:N0}");

    public static string Ended(Step step, StepRecord record)
    {
        var success = record.Operations.FirstOrDefault(o => o.Outcome == Outcome.Success);
        var p99 = success is null ? null : (double?)LatencyHistogram.FromRecord(success.ResponseTime).Percentile(99).TotalMilliseconds;
        var delay = record.ProjectionDelay is { Count: > 0 } delays
            ? $"  delay p50 {Milliseconds(LatencyHistogram.FromRecord(delays).Percentile(50).TotalMilliseconds)}"
            : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{step,-36} {record.Throughput,9:N0}/s  p99 {Milliseconds(p99)}{delay}  {record.Verdict.Text}");
    }

    public static string Left(TimeSpan left) => left >= TimeSpan.FromHours(1)
        ? left.ToString(@"h\:mm\:ss", CultureInfo.InvariantCulture)
        : left.ToString(@"m\:ss", CultureInfo.InvariantCulture);

    private static string Milliseconds(double? value) =>
        value is { } ms ? string.Create(CultureInfo.InvariantCulture, $"{ms,7:0.00} ms") : "      -   ";
}
