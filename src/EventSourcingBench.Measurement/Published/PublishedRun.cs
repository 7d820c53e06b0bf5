namespace EventSourcingBench.Measurement.Published;

/// <summary>One file of <c>results/published</c>: what a run found, and all that is needed to judge and to repeat it, without its steps.
/// Sites and histories are made of nothing else.</summary>
/// <param name="Id">The name of the results folder, and of the file without <c>.json</c>.</param>
/// <param name="Command">What repeats the run, the seed included.</param>
/// <param name="Forced">Why the run does not pass the gate of publishing, a sentence each; empty where it does.</param>
public sealed record PublishedRun(
    string Id, DateTimeOffset StartedAt, DateTimeOffset EndedAt, string ToolVersion, string? GitCommit, string Command, int Seed,
    string Engine, string Via, string DataSource, EnvironmentRecord Machine, IReadOnlyList<StoreRecord> Stores,
    IReadOnlyList<UnavailableRecord> Unavailable, IReadOnlyList<PublishedSuite> Suites, IReadOnlyList<string> Forced)
{
    /// <summary>The version of this layout. A reader refuses every other one.</summary>
    public const int CurrentSchemaVersion = 1;

    [JsonPropertyOrder(-1)]
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;
}

public sealed record PublishedSuite(
    string Name, string Question, IReadOnlyList<ParameterRecord> Parameters, IReadOnlyList<PublishedCell> Cells);

/// <summary>All trials of one store at one load.</summary>
/// <param name="Load">As reports name it: <c>8 copies</c>, <c>500/s</c>.</param>
/// <param name="Operation">The operation that <paramref name="Response"/> is of; null without one.</param>
/// <param name="Tier">The durability that was measured: <c>volatile</c>, <c>buffered</c>, <c>fsync</c> or <c>replicated</c>.</param>
/// <param name="Verdict">The worst of the trials.</param>
/// <param name="Response">Response times of all requests of all trials, in buckets no wider than a 16th of their value. One without
/// an answer, or with an error, has the greatest of these times.</param>
/// <param name="Delay">Projection delays of all trials, in such buckets; null where no projection ran.</param>
/// <param name="Notes">What a reader of the numbers must know of how they came about, a sentence each.</param>
public sealed record PublishedCell(
    string Store, string Load, string? Operation, string Tier, VerdictRecord Verdict, IReadOnlyList<PublishedValue> Values,
    HistogramRecord? Response, HistogramRecord? Delay, IReadOnlyList<string> Notes);

/// <summary>One metric of a cell, by which cells are compared.</summary>
/// <param name="Low">The lower end of the interval of the median, or the least of fewer than six trials; null for one trial.</param>
/// <param name="Trials">The value of each trial, in the order of blocks.</param>
public sealed record PublishedValue(
    string Name, string Unit, bool GreaterIsBetter, double Median, double? Low, double? High, IReadOnlyList<double> Trials)
{
    /// <summary>Whether the median is only known to be at least this: requests of some trials had no answer.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsLowerBound { get; init; }
}
