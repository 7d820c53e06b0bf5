namespace EventSourcingBench.Api.Reservations;

/// <summary>The host of command sides from plug-ins.</summary>
/// <param name="Plugins">Finds the plug-ins.</param>
/// <param name="Namespace">The namespace of the store: nodes of one namespace belong together.</param>
public sealed record CommandSideHost(CommandSidePlugins Plugins, string Namespace)
{
    /// <summary>
    /// Returns the address of each available node, in the same order on all nodes, from the command side's name and this node's
    /// address. Throws <see cref="Abstractions.StoreUnavailableException"/> if a node cannot run it. Default: this node only.
    /// </summary>
    public Func<string, string, CancellationToken, Task<IReadOnlyList<string>>> PeersAsync { get; init; } =
        (_, own, _) => Task.FromResult<IReadOnlyList<string>>([own]);
}
