namespace EventSourcingBench.Api.Nodes;

/// <summary>Queries the other nodes of the API for their part of a command side. Unavailable nodes are skipped.</summary>
internal sealed class NodePeers(ApiNodes nodes, string store)
{
    /// <summary>See <see cref="CommandSideHost.PeersAsync"/>.</summary>
    public async Task<IReadOnlyList<string>> AddressesAsync(string side, string own, CancellationToken cancellationToken)
    {
        var asked = nodes.Known is not { } known ? [Task.FromResult<string?>(own)]
            : known.Nodes.Select((node, n) => n == known.Self ? Task.FromResult<string?>(own) : AskAsync(node, side, cancellationToken)).ToArray();
        return [.. (await Task.WhenAll(asked)).OfType<string>()];
    }

    private async Task<string?> AskAsync(Uri node, string side, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(node, $"stores/{store}/command-sides/{side}"));
        using var response = await nodes.TrySendAsync(node, request, cancellationToken);
        return response is null ? null
            : response.IsSuccessStatusCode ? (await response.Content.ReadFromJsonAsync(ApiJson.Default.CommandSideNode, cancellationToken))?.Address
            : throw new StoreUnavailableException(
                $"The node {node} does not run the command side {side}: {await response.Content.ReadAsStringAsync(cancellationToken)}");
    }
}
