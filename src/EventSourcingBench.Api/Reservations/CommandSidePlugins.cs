namespace EventSourcingBench.Api.Reservations;

public sealed class CommandSidePlugins(CatalogOptions options)
{
    /// <returns>The reason with the fix; null if it can run.</returns>
    /// <exception cref="UserException">The name is unknown, or the manifest is invalid.</exception>
    public Unavailable? WhyNot(string name) => Load(name).Unavailable;

    /// <exception cref="StoreUnavailableException">The command side cannot run here. The message has the reason.</exception>
    public ICommandSidePlugin Find(string name) => Load(name) is var entry && entry.Offered is { } plugin
        ? plugin : throw new StoreUnavailableException($"The command side {name} cannot run here. {entry.Unavailable}");

    private CatalogEntry<ICommandSidePlugin> Load(string name) =>
        Catalog.CommandSide<ICommandSidePlugin>(name, options, [.. ReservationStrategies.Own.Select(s => s.Name)]);
}

/// <summary>The host of command sides from plug-ins. Nodes of one namespace of the store belong together.</summary>
public sealed record CommandSideHost(CommandSidePlugins Plugins, string Namespace)
{
    /// <summary>Returns the address of each available node, in the same order on all nodes, from the command side's name and this node's
    /// address. Throws <see cref="Abstractions.StoreUnavailableException"/> if a node cannot run it. Default: this node only.</summary>
    public Func<string, string, CancellationToken, Task<IReadOnlyList<string>>> PeersAsync { get; init; } =
        (_, own, _) => Task.FromResult<IReadOnlyList<string>>([own]);
}
