using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Configurations;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>How a kind of server is run in a container.</summary>
internal sealed record ServerSpec
{
    /// <summary>Its kind.</summary>
    public required string Kind { get; init; }

    /// <summary>The image with its tag, and with the registry's digest where it is known.</summary>
    public required string Image { get; init; }

    /// <summary>The port that it serves on in the container.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of its data in the container: a volume is mounted there.</summary>
    public required string DataFolder { get; init; }

    /// <summary>The command's arguments. Default: the image's own.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Variables; the password is given where the server takes one. Default: none.</summary>
    public Func<string, IReadOnlyDictionary<string, string>> Environment { get; init; } = _ => new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Is content when the server takes appends, and not before.</summary>
    public required Func<IWaitForContainerOS, IWaitForContainerOS> UntilReady { get; init; }

    /// <summary>How its client reaches it, by the port on this machine and the password.</summary>
    public required Func<int, string, string> ConnectionString { get; init; }

    /// <summary>What it waits with.</summary>
    public IWaitForContainerOS WaitStrategy() => UntilReady(Wait.ForUnixContainer());
}
