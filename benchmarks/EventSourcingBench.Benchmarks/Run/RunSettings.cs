namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The settings of a run.</summary>
internal sealed record RunSettings
{
    /// <summary>Globs over full names, ignoring case. Default: all.</summary>
    public IReadOnlyList<string> Filters { get; init; } = ["*"];

    /// <summary>Stores to run; null for the default ones that can run here.</summary>
    public IReadOnlyList<string>? Stores { get; init; }

    /// <summary>Values for parameters that are not given.</summary>
    public Profile Profile { get; init; } = Profile.Quick;

    /// <summary>Numbers of events; null for those of the profile.</summary>
    public IReadOnlyList<int>? Counts { get; init; }

    /// <summary>Sizes of events; null for those of the profile.</summary>
    public IReadOnlyList<int>? Sizes { get; init; }

    /// <summary>The pause between two iterations.</summary>
    public TimeSpan Pause { get; init; }

    /// <summary>A package at several versions, one job each; null for the versions that the plug-ins were built with.</summary>
    public ClientVersions? Versions { get; init; }

    /// <summary>The source of servers.</summary>
    public string Servers { get; init; } = ServerPool.Auto;

    /// <summary>Options of stores, by key.</summary>
    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Additional plug-in folders.</summary>
    public IReadOnlyList<string> PluginFolders { get; init; } = [];

    /// <summary>Whether the prepared data is kept and reused by the next run.</summary>
    public bool Keep { get; init; }

    /// <summary>Folder for results; null for a new one in <c>BenchmarkDotNet.Artifacts</c>.</summary>
    public string? Output { get; init; }

    /// <summary>Arguments that are passed to BenchmarkDotNet unchanged.</summary>
    public IReadOnlyList<string> Rest { get; init; } = [];
}
