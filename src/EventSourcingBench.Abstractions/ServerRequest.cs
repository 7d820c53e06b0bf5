namespace EventSourcingBench.Abstractions;

/// <summary>A server that is wanted.</summary>
/// <param name="Kind">What it is, and how it is started.</param>
/// <param name="DataFolder">An existing empty folder for its data; the provisioner that uses it removes it at the end.</param>
public sealed record ServerRequest(ServerKind Kind, string DataFolder)
{
    /// <summary>How many nodes it shall have, 1 or more: a majority of them keeps what is acknowledged. Default: 1.</summary>
    public int Nodes { get; init; } = 1;

    /// <summary>What it may use. Given only to a provisioner that can hold a server to it. Default: everything.</summary>
    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>Gets a line about what takes long. Default: none.</summary>
    public Action<string>? OnProgress { get; init; }
}
