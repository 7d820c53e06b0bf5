namespace EventSourcingBench.Abstractions;

/// <summary>How a kind of server is run in a container: durable, as it comes.</summary>
public sealed record ContainerSpec
{
    /// <summary>The image with a full version as its tag, and with the registry's digest where it is known.</summary>
    public required string Image { get; init; }

    /// <summary>The port that it serves on in the container.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of its data in the container: a volume is mounted there.</summary>
    public required string DataFolder { get; init; }

    /// <summary>The command's arguments. Default: the image's.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Variables. Default: none.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The variable that takes the generated password. Default: none; the server has no password.</summary>
    public string? PasswordVariable { get; init; }

    /// <summary>A command that ends with 0 in the container once the server takes appends. Empty: <see cref="ReadyLine"/>.</summary>
    public IReadOnlyList<string> ReadyCommand { get; init; } = [];

    /// <summary>Part of the line that the server writes once it takes appends, where the image has no command to ask with.</summary>
    public string ReadyLine { get; init; } = "";

    /// <summary>The connection string, by the port on this machine's loopback and the password.</summary>
    public required Func<int, string, string> ConnectionString { get; init; }
}
