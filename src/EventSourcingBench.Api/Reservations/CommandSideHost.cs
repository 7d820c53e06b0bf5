namespace EventSourcingBench.Api;

/// <summary>Where the command sides of plug-ins run.</summary>
/// <param name="Plugins">Finds the plug-ins.</param>
/// <param name="Namespace">The namespace of the store: nodes of one namespace belong together.</param>
public sealed record CommandSideHost(CommandSidePlugins Plugins, string Namespace)
{
    /// <summary>
    /// The address of each node that can be reached, in the same order on all nodes, given the command side's name and this node's
    /// address. Throws <see cref="Abstractions.StoreUnavailableException"/> where a node cannot run it. Default: this node alone.
    /// </summary>
    public Func<string, string, CancellationToken, Task<IReadOnlyList<string>>> PeersAsync { get; init; } =
        (_, own, _) => Task.FromResult<IReadOnlyList<string>>([own]);
}
