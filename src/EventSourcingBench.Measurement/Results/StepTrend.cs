namespace EventSourcingBench.Measurement.Results;

/// <summary>How what a long step used, or how long its requests took, changed in an hour. Of its first ten minutes, in which processes and
/// caches fill, nothing is counted.</summary>
/// <param name="Measure">One of <see cref="Units"/>.</param>
/// <param name="Of"><c>API</c> or <c>server</c>, all processes of it; <c>data</c> or <c>requests</c>.</param>
/// <param name="First">Its first value, in the unit of the trend, or milliseconds or bytes where that is a percentage.</param>
public sealed record StepTrend(string Measure, string Of, double First, Trend Trend)
{
    private const int Minute = 60;
    private const int FirstMinute = 10;
    private const double Megabyte = 1e6;
    private const string Percent = "%/h";

    /// <summary>The unit of each measure's trend. <c>disk</c>: bytes that were added to the data folder for each success since the last
    /// sample of the first ten minutes. <c>latency</c>: the median response time.</summary>
    public static IReadOnlyDictionary<string, string> Units { get; } = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["memory"] = "MB/h",
        ["handles"] = "/h",
        ["threads"] = "/h",
        ["disk"] = Percent,
        ["latency"] = Percent,
    };

    /// <summary>All trends of a step; none of one under twenty minutes, nor a percentage of a first value that is not above zero.</summary>
    public static IReadOnlyList<StepTrend> AllOf(StepRecord step)
    {
        var seconds = step.Seconds.Where(s => s.Second >= FirstMinute * Minute).ToList();
        return
        [
            .. new[]
            {
                TrendOf("memory", "API", s => s.ApiBytes / Megabyte), TrendOf("memory", "server", s => s.ServerBytes / Megabyte),
                TrendOf("handles", "API", s => s.ApiHandles), TrendOf("handles", "server", s => s.ServerHandles),
                TrendOf("threads", "API", s => s.ApiThreads), TrendOf("threads", "server", s => s.ServerThreads),
                TrendOf("disk", "data", AddedForEachSuccess(step.Seconds)), TrendOf("latency", "requests", s => s.P50Milliseconds),
            }.OfType<StepTrend>(),
        ];

        StepTrend? TrendOf(string measure, string of, Func<SecondRecord, double?> value)
        {
            var minutes = seconds.Where(s => value(s) is not null).GroupBy(s => s.Second / Minute)
                .Select(g => (At: (double)g.Key / Minute, Value: Medians.Of(g.Select(s => value(s)!.Value)))).ToList();
            var first = minutes.Select(m => m.Value).FirstOrDefault();
            var scale = Units[measure] != Percent ? 1 : 100 / first;
            // A percentage needs a first value above zero: bytes for each success are less where the data folder was larger before.
            return scale is > 0 and < double.PositiveInfinity && Trend.Of(minutes.ConvertAll(m => (m.At, m.Value * scale))) is { } trend
                ? new StepTrend(measure, of, first, trend) : null;
        }
    }

    private static Func<SecondRecord, double?> AddedForEachSuccess(IReadOnlyList<SecondRecord> seconds)
    {
        // Each minute has one sample. The last one before the counted minutes is the base, so that none of them is used up for it.
        var first = seconds.LastOrDefault(s => s.DiskBytes is not null && s.Second < FirstMinute * Minute);
        var successes = new Dictionary<int, double>();
        var sum = 0L;
        foreach (var second in seconds.Where(s => s.Second > first?.Second))
            successes[second.Second] = sum += second.Successes;

        return s => !successes.TryGetValue(s.Second, out var so) || so == 0 ? null : (s.DiskBytes - first!.DiskBytes) / so;
    }
}
