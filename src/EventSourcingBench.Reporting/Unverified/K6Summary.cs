namespace EventSourcingBench.Reporting.Unverified;

/// <summary>What <c>deploy/k6/esb.js</c> measured: figures without a history, so that nothing of them is verified and nothing is ranked.
/// Times in milliseconds. The format is described in <c>deploy/k6/README.md</c>.</summary>
public sealed record K6Summary(
    string Format, int Version, string K6Version, string Suite, K6Store Store, int? Copies, double? Rate, bool Interrupted,
    K6Requests Requests, double SuccessesPerSecond, K6Times LatencyMs)
{
    private const string Name = "eventsourcingbench-k6";
    private const int Newest = 1;
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) { RespectRequiredConstructorParameters = true };

    /// <summary>Whether a path is that of a file of JSON, and not of a results folder.</summary>
    internal static bool Is(string path) => path.EndsWith(".json", StringComparison.Ordinal) && File.Exists(path);

    /// <exception cref="FormatException">It is no summary, or of a later version.</exception>
    internal static K6Summary Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<K6Summary>(File.ReadAllText(path), Options) is { Format: Name, Version: Newest } read
                ? read : throw new FormatException($"{path} is not a summary of deploy/k6/esb.js in version {Newest}.");
        }
        catch (JsonException e)
        {
            throw new FormatException($"{path} is not a summary of deploy/k6/esb.js: {e.Message}", e);
        }
    }

    internal static TableModel Table(IReadOnlyList<K6Summary> summaries) => TableRows.Of(
        "Measured by k6, not verified", summaries,
        [
            new("Store", s => s.Store.Name), new("Suite", s => s.Suite),
            new("Load", s => s.Copies switch
            {
                null => $"{Text.Format.Number(s.Rate)} requests/s",
                1 => "1 copy",
                { } copies => $"{copies} copies",
            }),
            new("Successes a second", s => s.SuccessesPerSecond), new("p50 (ms)", s => s.LatencyMs.P50),
            new("p99 (ms)", s => s.LatencyMs.P99), new("Max (ms)", s => s.LatencyMs.Max), new("Requests", s => s.Requests.Sent),
            new("Conflicts", s => s.Requests.Conflicts), new("Errors", s => s.Requests.Errors),
            new("No answer", s => s.Requests.Timeouts), new("Not sent", s => s.Requests.NotSent),
            new("k6", s => s.K6Version + (s.Interrupted ? ", interrupted" : "")),
        ],
        "k6 keeps no history: nothing was checked, and no store is ranked by these figures.");
}

/// <summary>The store as the API described it.</summary>
public sealed record K6Store(string Name);

/// <summary>How requests of the measured time ended. <c>NotSent</c>: due in the open model, but no copy was free.</summary>
public sealed record K6Requests(long Sent, long Successes, long Conflicts, long Errors, long Timeouts, long NotSent);

/// <summary>Response times of successes, ms; null without any.</summary>
public sealed record K6Times(double? P50, double? P99, double? Max);
