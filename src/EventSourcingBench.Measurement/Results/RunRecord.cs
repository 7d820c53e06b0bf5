namespace EventSourcingBench.Measurement.Results;

/// <summary><c>run.json</c>: what was run and how to repeat it. The steps are in separate files, see <see cref="RunFolder"/>.</summary>
public sealed record RunRecord
{
    /// <summary>The version of this layout. A reader refuses a greater one.</summary>
    public const int CurrentSchemaVersion = 2;

    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>The name of the results folder.</summary>
    public required string Id { get; init; }

    /// <summary>What the user typed after the command's name.</summary>
    public required string Arguments { get; init; }

    /// <summary><c>quick</c>, <c>paper</c> or <c>custom</c>.</summary>
    public required string Profile { get; init; }

    /// <summary>The seed of everything that is random in the run: order of stores, synthetic data, bootstrap.</summary>
    public required int Seed { get; init; }

    /// <summary>UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>UTC.</summary>
    public required DateTimeOffset EndedAt { get; init; }

    public required string ToolVersion { get; init; }

    /// <summary>The commit that was run, with <c>-dirty</c> behind it where files were changed; null outside a checkout.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Name and version of the load engine.</summary>
    public required string Engine { get; init; }

    public string? EngineReason { get; init; }

    /// <summary>Each generator process that made the load; empty where the runner made it itself.</summary>
    public IReadOnlyList<string> Generators { get; init; } = [];

    /// <summary><c>http</c>: through the API; <c>direct</c>: the store's client in the generator's process.</summary>
    public required string Via { get; init; }

    /// <summary>True when the stores were loaded at the same time, as in the published comparison.</summary>
    public bool Together { get; init; }

    public bool Interrupted { get; init; }

    /// <summary>The processors that <c>client</c>, <c>nodes</c> and <c>database</c> were pinned to, as Linux lists them.</summary>
    public IReadOnlyDictionary<string, string> Cpus { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Where the bars came from: a file's name, or <c>synthetic</c>.</summary>
    public required string DataSource { get; init; }

    /// <summary>The workloads as they were run, by suite.</summary>
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
