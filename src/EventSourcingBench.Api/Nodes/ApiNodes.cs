using System.IO.Hashing;

namespace EventSourcingBench.Api.Nodes;

/// <summary>The nodes of the API; only this one until others are set. A node that could not be reached is skipped for some time, and its
/// shows go to the others.</summary>
internal sealed class ApiNodes(TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Avoided = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        ConnectTimeout = ConnectTimeout,
        ActivityHeadersPropagator = null,
    })
    {
        // The patience of each request ends it: a connection that was not made in time is another error.
        Timeout = Timeout.InfiniteTimeSpan,
    };

    private readonly ConcurrentDictionary<Uri, long> _avoidedUntil = new(ReferenceEqualityComparer.Instance);
    private volatile NodeList? _known;

    public void Set(NodeList list)
    {
        _avoidedUntil.Clear();
        _known = list;
    }

    /// <summary>The address of the node that owns a show; null for this node.</summary>
    public Uri? OwnerOf(string show)
    {
        if (_known is not { } known)
            return null;

        var now = time.GetTimestamp();
        var owner = Rendezvous.OwnerOf(
            show, known.Nodes.Count, n => n == known.Self || _avoidedUntil.GetValueOrDefault(known.Nodes[n]) <= now);
        return owner == known.Self ? null : known.Nodes[owner];
    }

    /// <returns>Its answer; null if the node is unavailable, which is remembered, and whether it may have received the request.</returns>
    /// <exception cref="OutcomeUnknownException">The node did not answer in time.</exception>
    public async Task<(HttpResponseMessage? Answer, bool MayHaveArrived)> TrySendAsync(Uri node, HttpRequestMessage request)
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            return (await _client.SendAsync(request, HttpCompletionOption.ResponseContentRead, patience.Token), MayHaveArrived: true);
        }
        catch (Exception e) when (e is HttpRequestException or SocketException
            || (e is OperationCanceledException && !patience.IsCancellationRequested))
        {
            _avoidedUntil[node] = time.GetTimestamp() + (long)(Avoided.TotalSeconds * time.TimestampFrequency);
            // A connection that was not made in time is a cancellation.
            return (null, MayHaveArrived: e is HttpRequestException { HttpRequestError: not HttpRequestError.ConnectionError });
        }
        catch (OperationCanceledException e)
        {
            throw new OutcomeUnknownException($"The node {node} did not answer within {Patience.TotalSeconds:0} s.", e);
        }
    }

    /// <summary>Asks the other available nodes for their part of a command side, see <see cref="CommandSideHost.PeersAsync"/>.</summary>
    public async Task<IReadOnlyList<string>> AddressesAsync(string store, string side, string own)
    {
        if (_known is not { } known)
            return [own];

        var asked = known.Nodes.Select((node, n) => n == known.Self ? Task.FromResult<string?>(own) : AskAsync(node, store, side));
        return [.. (await Task.WhenAll(asked)).OfType<string>()];
    }

    public void Dispose() => _client.Dispose();

    private async Task<string?> AskAsync(Uri node, string store, string side)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(node, $"stores/{store}/command-sides/{side}"));
        var (answer, _) = await TrySendAsync(node, request);
        using var response = answer;
        return response is null ? null
            : response.IsSuccessStatusCode
            ? (await response.Content.ReadFromJsonAsync(ApiJson.Default.CommandSideNode))?.Address
            : throw new StoreUnavailableException(
                $"The node {node} does not run the command side {side}: {await response.Content.ReadAsStringAsync()}");
    }
}

/// <summary>Assigns keys to nodes by rendezvous hashing (Thaler and Ravishankar 1998): the node with the greatest hash of node and key owns
/// the key. If a node fails, only its keys move, evenly to the others.</summary>
public static class Rendezvous
{
    /// <returns>The owner's index, from 0.</returns>
    public static int OwnerOf(string key, int nodes, Func<int, bool> isAlive)
    {
        var bytes = Encoding.UTF8.GetBytes(key);
        var all = Enumerable.Range(0, nodes);
        var alive = all.Where(isAlive).ToList();
        return (alive.Count > 0 ? alive : all).MaxBy(node => XxHash3.HashToUInt64(bytes, seed: node));
    }
}
