namespace EventSourcingBench.Abstractions;

/// <summary>How a kind of server is started from a binary on this machine: found, prepared, run on loopback in an empty folder, asked
/// whether it serves, and replaced where one of its nodes dies. Linux and macOS only.</summary>
public sealed record LocalSpec
{
    /// <summary>Variables that name the executable, the first that is set; they come before everything else.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>Names of the executable, the first that is in PATH.</summary>
    public required IReadOnlyList<string> Executables { get; init; }

    /// <summary>Patterns of paths to look at after PATH, such as <c>/usr/lib/postgresql/*/bin/postgres</c>; the highest version wins.
    /// Relative ones are of the repository. Default: none.</summary>
    public IReadOnlyList<string> Places { get; init; } = [];

    /// <summary>What in PATH runs files that are not executable, by the end of their names such as <c>.dll</c>. Default: none.</summary>
    public IReadOnlyDictionary<string, string> Runners { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Other executables that it takes, beside the server's or in PATH. Default: none.</summary>
    public IReadOnlyList<string> Tools { get; init; } = [];

    /// <summary>What to install where it is not there, in one sentence.</summary>
    public required string Install { get; init; }

    /// <summary>Whether the executable must end with 0 for <c>--version</c> to count as there. Default: false.</summary>
    public bool ChecksVersion { get; init; }

    /// <summary>The users to run it as, the first that is there, where this process is root and it refuses root. Default: none.</summary>
    public IReadOnlyList<string> UsersForRoot { get; init; } = [];

    /// <summary>The beginnings of the names of variables that it, or its tools, take settings from. They are removed from its environment:
    /// a user's variables for another server must not change how this one forces to disk. Default: none.</summary>
    public IReadOnlyList<string> SettingsPrefixes { get; init; } = [];

    /// <summary>Variables that it is started with. Default: none.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Whether it asks the kernel for the time and not the C library, as programs in Go do. Default: false.</summary>
    public bool AsksKernelForTime { get; init; }

    /// <summary>How many ports a node takes, 1 or more. Default: 1.</summary>
    public int PortsPerNode { get; init; } = 1;

    /// <summary>How it is asked to stop; after 2 s it is killed, as its data is removed in any case. Default: SIGTERM.</summary>
    public StopSignal StopSignal { get; init; }

    public required Func<ServerNode, IReadOnlyList<string>> Arguments { get; init; }

    /// <summary>How it is found out that a node serves. It has two minutes.</summary>
    public required ReadyProbe Ready { get; init; }

    public required Func<ServerStart, string> ConnectionString { get; init; }

    /// <summary>Called before each start of a node, also of one that was killed and has its data. Default: nothing is done.</summary>
    public Func<ServerNode, CancellationToken, Task> PrepareAsync { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>How several nodes make one server; null where it has one node. Default: null.</summary>
    public ClusterSpec? Cluster { get; init; }
}

/// <summary>How it is found out that a node that was started serves. It is repeated until it does.</summary>
public abstract record ReadyProbe
{
    /// <summary>Asks by HTTP at the node's first port.</summary>
    /// <param name="Path">Such as <c>/health</c>.</param>
    /// <param name="Text">Part of the answer, white space removed.</param>
    public sealed record Http(string Path, string Text) : ReadyProbe;

    public sealed record Log(string Text) : ReadyProbe;

    /// <summary>Asks by code of the plug-in.</summary>
    /// <param name="AskAsync">False where it does not yet; throws <see cref="StoreUnavailableException"/> where it never will.</param>
    public sealed record Code(Func<ServerNode, CancellationToken, Task<bool>> AskAsync) : ReadyProbe;
}

public enum StopSignal
{
    Terminate = 0,
    Quit = 1, // SIGQUIT: to some servers "stop at once, without a last checkpoint".
}

/// <summary>How nodes make one server that keeps on serving while a majority of them is left. They reach each other at
/// <see cref="ServerNode.PeerPort"/>.</summary>
public sealed record ClusterSpec
{
    /// <summary>Whether the first node serves before the others are prepared and started. Default: false, they start together.</summary>
    public bool FirstNodeAlone { get; init; }

    /// <summary>What the node is called whose death is worst: leader, primary.</summary>
    public required string Leader { get; init; }

    /// <summary>Whether a node is it; false where it does not answer.</summary>
    public required Func<ServerNode, CancellationToken, Task<bool>> IsLeaderAsync { get; init; }

    /// <summary>Does what an operator would do once the leader is dead, among the nodes that are left.</summary>
    /// <returns>What took its place, as the end of a sentence that names the dead node.</returns>
    public required Func<IReadOnlyList<ServerNode>, CancellationToken, Task<string>> ReplaceAsync { get; init; }
}
