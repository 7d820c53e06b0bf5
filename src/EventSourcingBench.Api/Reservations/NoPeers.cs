namespace EventSourcingBench.Api;

/// <summary>A node alone.</summary>
public sealed class NoPeers : ISidePeers
{
    /// <inheritdoc/>
    public Task<IReadOnlyList<string>> AddressesAsync(string side, string own, CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<string>>([own]);
}
