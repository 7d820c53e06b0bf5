namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>A store that the user can name, whether it can run here or not.</summary>
public sealed record StoreEntry
{
    /// <summary>The name that users say.</summary>
    public required string Name { get; init; }

    /// <summary>One line: what it is.</summary>
    public required string Summary { get; init; }

    /// <summary>The kind of server that it needs; null for an embedded store.</summary>
    public string? Server { get; init; }

    /// <summary>How the suites use it.</summary>
    public StoreModel Model { get; init; }

    /// <summary>The plug-in that offers it.</summary>
    public required string PluginName { get; init; }

    /// <summary>How it is opened; null when <see cref="Unavailable"/> says why it cannot be.</summary>
    public StoreDefinition? Definition { get; init; }

    /// <summary>
    /// Why its plug-in cannot be used here; null when it can. Whether its server can be had is for the pool of servers
    /// to say.
    /// </summary>
    public Unavailable? Unavailable { get; init; }
}
