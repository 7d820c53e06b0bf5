namespace EventSourcingBench.Hosting.Servers;

/// <summary>Where servers come from.</summary>
public sealed record ServerPoolOptions
{
    /// <summary>An existing folder for the servers' data, see <see cref="RunWorkFolder"/>.</summary>
    public required string WorkFolder { get; init; }

    /// <summary><c>auto</c> for the first that can: environment, plug-ins such as Docker, this machine's binaries; else only the one that
    /// is named: <c>env</c>, <c>docker</c>, <c>local</c>. Default: <c>auto</c>.</summary>
    public string Mode { get; init; } = ServerPool.Auto;

    /// <summary>What each server that is started may use. Default: everything.</summary>
    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>The processors that servers are started on. Default: null, those of the runner.</summary>
    public CpuSet? Cpus { get; init; }

    /// <summary>Whether a server that is not on these processors, because it runs elsewhere, is refused. Default: false.</summary>
    public bool RequiresCpus { get; init; }

    /// <summary>Gets a line about what takes long. Default: none.</summary>
    public Action<string>? OnProgress { get; init; }

    /// <summary>Provisioners that came as plug-ins. Default: none.</summary>
    public IReadOnlyList<IServerProvisioner>? Extra { get; init; }

    /// <summary>Folders of plug-ins besides the project's own, which may bring kinds of servers. Default: none.</summary>
    public IReadOnlyList<string> PluginFolders { get; init; } = [];

    /// <summary>Kinds of servers that come before those of plug-ins. Default: none.</summary>
    public IReadOnlyList<ServerKind> Kinds { get; init; } = [];
}
