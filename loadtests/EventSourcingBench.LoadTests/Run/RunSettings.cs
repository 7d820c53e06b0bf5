namespace EventSourcingBench.LoadTests.Run;

/// <summary>What the user asked for.</summary>
internal sealed record RunSettings
{
    /// <summary>The suites, in the order of running.</summary>
    public required IReadOnlyList<Suite> Suites { get; init; }

    /// <summary>What was typed, for the report's "how to repeat".</summary>
    public required string Arguments { get; init; }

    /// <summary>The stores that were named; null for every store that can run.</summary>
    public IReadOnlyList<string>? Stores { get; init; }

    /// <summary>The profile of the workload files.</summary>
    public string Profile { get; init; } = "quick";

    /// <summary>The user's own workload file.</summary>
    public string? WorkloadFile { get; init; }

    /// <summary>What the command line says about single parameters.</summary>
    public IReadOnlyList<ParameterText> Overrides { get; init; } = [];

    /// <summary>Whether the stores are loaded at the same time.</summary>
    public bool Together { get; init; }

    /// <summary><c>http</c> or <c>direct</c>.</summary>
    public string Via { get; init; } = "http";

    /// <summary>The seed; null takes one from the clock.</summary>
    public int? Seed { get; init; }

    /// <summary>A file of bars; null for a synthetic series.</summary>
    public string? DataFile { get; init; }

    /// <summary>The engine's name, or <c>auto</c>.</summary>
    public string Engine { get; init; } = EngineChoice.BuiltIn;

    /// <summary>How many generator processes on this host; null: none but where the load is to be made by this process.</summary>
    public int? Generators { get; init; }

    /// <summary>Generators on other hosts.</summary>
    public IReadOnlyList<string> GeneratorHosts { get; init; } = [];

    /// <summary>Where the API listens; null for loopback.</summary>
    public string? ApiAddress { get; init; }

    /// <summary>Whether generators in separate processes make the load.</summary>
    public bool HasGenerators => Generators > 1 || GeneratorHosts.Count > 0;

    /// <summary>Where servers come from.</summary>
    public string Servers { get; init; } = "auto";

    /// <summary>What each server that is started may use.</summary>
    public ServerLimits ServerLimits { get; init; } = ServerLimits.None;

    /// <summary>Which processors each part of the run may use; null: as the system has it.</summary>
    public string? Cpus { get; init; }

    /// <summary>Options of stores.</summary>
    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Folders with plug-ins besides the project's own.</summary>
    public IReadOnlyList<string> PluginFolders { get; init; } = [];

    /// <summary>The results folder; null for the default.</summary>
    public string? Output { get; init; }

    /// <summary>Whether the stores' data stays.</summary>
    public bool Keep { get; init; }

    /// <summary>See <see cref="RunTools.VerifyReads"/>.</summary>
    public double VerifyReads { get; init; } = RunTools.DefaultVerifyReads;

    /// <summary>See <see cref="RunTools.VerifyAfterKill"/>.</summary>
    public bool VerifyAfterKill { get; init; }

    /// <summary>Whether the history of each step is kept in the results folder.</summary>
    public bool KeepHistory { get; init; }

    /// <summary>Whether the generator's ceiling is measured first.</summary>
    public bool MeasureCeiling { get; init; } = true;
}
