using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>Finds the other nodes of a command side that comes as a plug-in.</summary>
public interface ISidePeers
{
    /// <summary>The address of each node that can be reached, in the same order on all nodes.</summary>
    /// <param name="side">The command side.</param>
    /// <param name="own">This node's address.</param>
    /// <param name="cancellationToken">Ends the asking.</param>
    /// <exception cref="StoreUnavailableException">A node that is there cannot run it.</exception>
    Task<IReadOnlyList<string>> AddressesAsync(string side, string own, CancellationToken cancellationToken);
}
