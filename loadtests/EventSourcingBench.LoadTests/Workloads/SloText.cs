namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>Bounds on response times as users write them: <c>p99=20ms</c>.</summary>
internal static class SloText
{
    /// <summary>Reads a bound.</summary>
    /// <returns>Null where it is none.</returns>
    public static SloRecord? Parse(string text) =>
        text.Split('=') is [['p', .. var percentile], var bound]
        && double.TryParse(percentile, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var share) && share is > 0 and < 100
        && DurationText.TryParse(bound, out var duration) && duration > TimeSpan.Zero
            ? new SloRecord(share, duration)
            : null;

    /// <summary>The bound in words: <c>p99 within 20 ms</c>.</summary>
    public static string Of(SloRecord slo) =>
        string.Create(CultureInfo.InvariantCulture, $"p{slo.Percentile:0.###} within {slo.Bound.TotalMilliseconds:0.###} ms");
}
