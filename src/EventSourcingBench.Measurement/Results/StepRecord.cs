namespace EventSourcingBench.Measurement.Results;

/// <summary>One step: one store, one suite, one load, one trial.</summary>
/// <param name="Number">Its number in the run, from 1: the order of running.</param>
/// <param name="Trial">Which trial, from 1.</param>
/// <param name="StartedAt">Start of the measured time, UTC.</param>
/// <param name="Elapsed">The measured time: from the end of the warm-up to the last answer or the end of the step.</param>
/// <param name="Throughput">Successful requests a second over the measured time; in suites of bulk appends events a second.</param>
/// <param name="Copies">Copies in the closed model; null in the open one.</param>
/// <param name="Rate">Requests a second in the open model; null in the closed one.</param>
/// <param name="Ramp">Whether the load rose from nothing to that value.</param>
/// <param name="Preload">Operations whose events were in the store before the load; null in suites that know no such thing.</param>
/// <param name="ProjectionDelay">SaveTime - ApiCallTime of every event of the measured time; null where no projection ran.</param>
/// <param name="SloSearch">The search that found this step's rate; null where the rate was given.</param>
/// <param name="Durability">The tier after the step, or that the step showed; null where it is that of the store's record.</param>
/// <param name="ForcedWrites">Forced writes during the measured time, counted from outside; null where they were not counted.</param>
/// <param name="ShareOfCeiling">Throughput as a share of the no-op ceiling; over 0.8 the client is measured. Null without one.</param>
/// <param name="EngineReport">The engine's own report, a path within the results folder with <c>/</c>; null where it made none.</param>
/// <param name="Plans">The plans of the store's statements at the end of the step, such a path; null where there are none.</param>
public sealed record StepRecord(
    int Number, string Suite, string Store, int Trial, DateTimeOffset StartedAt, TimeSpan Elapsed, VerdictRecord Verdict, double Throughput,
    int? Copies = null, double? Rate = null, bool Ramp = false, long? Preload = null, HistogramRecord? ProjectionDelay = null,
    SloSearchRecord? SloSearch = null, DurabilityRecord? Durability = null, ForcedWritesRecord? ForcedWrites = null,
    double? ShareOfCeiling = null, string? EngineReport = null, bool Interrupted = false, string? Plans = null) : IJsonOnDeserialized
{
    // Less of other processes is always there.
    private const double LeastCores = 0.1;

    /// <summary>What the generator measured, by operation and outcome.</summary>
    public required IReadOnlyList<OperationRecord> Operations { get; init; }

    public required IReadOnlyList<SecondRecord> Seconds { get; init; }

    /// <summary>The slowest requests, by service time, slowest first.</summary>
    public IReadOnlyList<SlowRequest> Slowest { get; init; } = [];

    /// <summary>What happened beside them, in the order of time.</summary>
    public IReadOnlyList<ActivityRecord> Activity { get; init; } = [];

    /// <summary>Messages of errors and how often each came, most frequent first.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>(StringComparer.Ordinal);

    /// <summary>What a reader of the numbers must know of how they came about, a sentence each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What the step came to against each bound that was asked for; null where none was.</summary>
    public IReadOnlyList<ThresholdRecord>? Thresholds { get; init; }

    /// <summary>How its successes a second, or at a given rate the median response times, changed from second to second; null where there
    /// are too few seconds, and of a ramp or a load of another kind.</summary>
    [JsonIgnore]
    public Drift? Drift => Ramp || (Copies, Rate) is (null, null) ? null
        : Drift.Of([.. Rate is null ? Seconds.Select(s => (double)s.Successes) : Seconds.Select(s => s.P50Milliseconds).OfType<double>()]);

    /// <summary>What there was more of beside the slower half of its seconds: work beside slow requests, and other processes.</summary>
    public IReadOnlyList<string> CausesOfDrift()
    {
        if (Drift is not { IsSteady: false } drift)
            return [];

        var isSecondSlower = drift.Change < 0 == Rate is null;
        var middle = TimeSpan.FromSeconds(Seconds.Count / 2.0);
        var others = (Seconds.TakeLast(Seconds.Count / 2).Average(s => s.OtherCores) - Seconds.Take(Seconds.Count / 2)
            .Average(s => s.OtherCores)) * (isSecondSlower ? 1 : -1);
        return
        [
            .. Activity.GroupBy(a => a.What.Split(',')[0].TrimEnd("0123456789% ".ToCharArray()), StringComparer.Ordinal)
                .Select(g => (g.Key, More: g.Sum(a => (a.At >= middle == isSecondSlower ? 1 : -1) * a.Length.TotalSeconds)))
                .Where(g => g.More > 0).OrderByDescending(g => g.More).Select(g => g.Key),
            .. others >= LeastCores ? [FormattableString.Invariant($"other processes ({others:0.0} cores more)")] : (string[])[],
            .. isSecondSlower ? [] : (string[])["the warm-up, which was too short"],
        ];
    }

    /// <summary>What the suite itself measured: an object under the name by which the paths in <see cref="SuiteReport"/> begin.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> Details { get; init; } = new Dictionary<string, JsonElement>(StringComparer.Ordinal);

    /// <summary>Objects as <see cref="Details"/>; null for nothing.</summary>
    public static IDictionary<string, JsonElement> DetailsOf(params IEnumerable<(string Name, object Value)?> details) =>
        details.OfType<(string Name, object Value)>().ToDictionary(
            d => d.Name, d => JsonSerializer.SerializeToElement(d.Value, RunJson.Compact), StringComparer.Ordinal);

    /// <summary>A suite's object as the type that the suite has for it; null where the step has none.</summary>
    /// <exception cref="FormatException">It cannot be read as that type; the message names the step and the place.</exception>
    public T? Detail<T>(string name)
        where T : class
    {
        try
        {
            return Details.TryGetValue(name, out var detail) ? detail.Deserialize<T>(RunJson.Compact) : null;
        }
        catch (JsonException e)
        {
            throw JsonErrors.In(FormattableString.Invariant($"step {Number}, {name}"), e);
        }
    }

    // Only suites' objects may be unknown.
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Details.FirstOrDefault(d => d.Value.ValueKind != JsonValueKind.Object).Key is { } name)
        {
            throw new JsonException(
                $"The JSON property '{name}' could not be mapped to any .NET member contained in type '{typeof(StepRecord)}'.");
        }
    }
}

/// <summary>The times of one operation, such as <c>append</c>, with one outcome: service times are end minus actual start, response times
/// end minus intended start, in the closed model the same. Errors are never among the successes.</summary>
/// <param name="Breakdown">What the successes spent their time on; null where it was not measured.</param>
public sealed record OperationRecord(
    string Operation, Outcome Outcome, HistogramRecord ServiceTime, HistogramRecord ResponseTime, BreakdownRecord? Breakdown = null);

/// <summary>How the store came to rest before the load of a step: how long that took, and what it did; or why it did not.</summary>
public sealed record RestRecord(TimeSpan Took, string? Done = null, string? Failure = null)
{
    public const string Name = "rest";
}

/// <summary>How often the processes that keep a store's data forced a file to disk in the measured time, and what was counted: the name of
/// the kernel's tracepoint, such as <c>ext4/ext4_sync_file_enter</c>.</summary>
public sealed record ForcedWritesRecord(long Count, string Source);
