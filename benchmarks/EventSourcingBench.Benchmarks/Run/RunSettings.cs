using EventSourcingBench.Hosting;

namespace EventSourcingBench.Benchmarks;

/// <summary>What the user asked for.</summary>
internal sealed record RunSettings
{
    /// <summary>Globs over full names, case aside. Default: all.</summary>
    public IReadOnlyList<string> Filters { get; init; } = ["*"];

    /// <summary>Stores to run; null for the usual ones that can run here.</summary>
    public IReadOnlyList<string>? Stores { get; init; }

    /// <summary>Values for what is not said.</summary>
    public Profile Profile { get; init; } = Profile.Quick;

    /// <summary>Numbers of events; null for those of the profile.</summary>
    public IReadOnlyList<int>? Counts { get; init; }

    /// <summary>Sizes of events; null for those of the profile.</summary>
    public IReadOnlyList<int>? Sizes { get; init; }

    /// <summary>Rest between two iterations.</summary>
    public TimeSpan Pause { get; init; }

    /// <summary>A package at several versions, one job each; null for the versions that the plug-ins are built with.</summary>
    public ClientVersions? Versions { get; init; }

    /// <summary>Where servers come from.</summary>
    public string Servers { get; init; } = ServerPool.Auto;

    /// <summary>Options of stores, by key.</summary>
    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Folders of plug-ins besides the project's own.</summary>
    public IReadOnlyList<string> PluginFolders { get; init; } = [];

    /// <summary>Whether the prepared data stays, and is looked for by the next run.</summary>
    public bool Keep { get; init; }

    /// <summary>Folder for results; null for a new one in <c>BenchmarkDotNet.Artifacts</c>.</summary>
    public string? Output { get; init; }

    /// <summary>What BenchmarkDotNet is told as it stands.</summary>
    public IReadOnlyList<string> Rest { get; init; } = [];
}
