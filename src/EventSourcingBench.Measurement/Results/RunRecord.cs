namespace EventSourcingBench.Measurement.Results;

/// <summary><c>run.json</c>: what was run and how to repeat it; times are UTC. <see cref="RunFolder"/> has the steps.</summary>
/// <param name="Id">The name of the results folder.</param>
/// <param name="Arguments">What the user typed after the command's name.</param>
/// <param name="Profile"><c>quick</c>, <c>paper</c> or <c>custom</c>.</param>
/// <param name="Seed">The seed of everything that is random in the run: order of stores, synthetic data, bootstrap.</param>
/// <param name="Engine">Name and version of the load engine.</param>
/// <param name="Via"><c>http</c>: through the API; <c>direct</c>: the store's client in the generator's process.</param>
/// <param name="DataSource">Where the bars came from: a file's name, or <c>synthetic</c>.</param>
/// <param name="GitCommit">The commit that was run, with <c>-dirty</c> behind it where files were changed; null outside a checkout.</param>
/// <param name="Together">True when the stores were loaded at the same time, as in the published comparison.</param>
public sealed record RunRecord(
    string Id, string Arguments, string Profile, int Seed, DateTimeOffset StartedAt, DateTimeOffset EndedAt, string ToolVersion,
    string Engine, string Via, string DataSource, string? GitCommit = null, string? EngineReason = null, bool Together = false,
    bool Interrupted = false)
{
    /// <summary>The version of this layout. A reader refuses a greater one.</summary>
    public const int CurrentSchemaVersion = 2;

    [JsonPropertyOrder(-1)]
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Each generator process that made the load; empty where the runner made it itself.</summary>
    public IReadOnlyList<string> Generators { get; init; } = [];

    /// <summary>The processors that <c>client</c>, <c>nodes</c> and <c>database</c> were pinned to, as Linux lists them.</summary>
    public IReadOnlyDictionary<string, string> Cpus { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>What a run until it is decided left undecided, in words; null where it was none.</summary>
    public IReadOnlyList<string>? Undecided { get; init; }

    public required IReadOnlyDictionary<string, WorkloadRecord> Workloads { get; init; }

    /// <summary>The stores that were run, in the order in which they ran first.</summary>
    public required IReadOnlyList<StoreRecord> Stores { get; init; }

    public IReadOnlyList<UnavailableRecord> Unavailable { get; init; } = [];

    /// <summary>The same with each store in the weakest tier that its record or one of its steps gives: a store whose claim was refuted
    /// once is nowhere ranked by it, in none of its ways of use.</summary>
    public RunRecord WithTiersOf(IEnumerable<StepRecord> steps)
    {
        var owners = Stores.ToLookup(s => s.Name, s => s.UseOf ?? s.Name, StringComparer.Ordinal);
        var found = steps.Where(s => s.Durability is not null)
            .SelectMany(s => owners[s.Store].Select(owner => (Owner: owner, Durability: s.Durability!)))
            .ToLookup(f => f.Owner, f => f.Durability, StringComparer.Ordinal);
        var stores = Stores.Select(store => found[store.UseOf ?? store.Name].Aggregate(store, (s, d) =>
            d.IsWeakerThan(s.Durability) ? s with { Durability = d.Tier, DurabilityReason = d.Reason } : s));
        return this with { Stores = [.. stores] };
    }
}
