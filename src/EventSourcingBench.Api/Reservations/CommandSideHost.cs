namespace EventSourcingBench.Api.Reservations;

/// <summary>The host of command sides from plug-ins. Nodes of one namespace of the store belong together.</summary>
public sealed record CommandSideHost(CatalogOptions Plugins, string Namespace)
{
    /// <summary>Returns the address of each available node, in the same order on all nodes, from the command side's name and this node's
    /// address. Throws <see cref="Abstractions.StoreUnavailableException"/> if a node cannot run it. Default: this node only.</summary>
    public Func<string, string, Task<IReadOnlyList<string>>> PeersAsync { get; init; } =
        (_, own) => Task.FromResult<IReadOnlyList<string>>([own]);

    /// <summary>A command side that comes as a plug-in, and why it cannot run here if it cannot.</summary>
    /// <exception cref="UserException">The name is unknown, or the manifest is invalid.</exception>
    public static CatalogEntry<ICommandSidePlugin> Find(string name, CatalogOptions options) =>
        Catalog.CommandSide<ICommandSidePlugin>(name, options, [.. ReservationStrategies.Own.Select(s => s.Name)]);
}
