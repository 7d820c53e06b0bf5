namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>Calls nodes over gRPC. A failed call is retried on the next node until its time limit: all requests can be repeated.</summary>
internal sealed class EtcdClient(EtcdEndpoints nodes, TimeProvider time) : IDisposable
{
    // Large requests take longer, so the limit grows with the size.
    private const int BytesALimit = 512 << 10;
    private const string Closed = "The store was closed.";

    // A follower that lost its leader answers only after five seconds and two election timeouts. Another node may answer earlier, and is
    // asked soon at first. What a loaded server answers late gets more time in the end.
    private const int ShortRounds = 2;
    private static readonly TimeSpan ShortLimit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AttemptLimit = TimeSpan.FromSeconds(4);

    // The last attempt gets it although the request's limit is then exceeded: with less, no server answers.
    private static readonly TimeSpan LeastLimit = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly Dictionary<Uri, GrpcChannel> _nodes = nodes.All.ToDictionary(n => n, GrpcConnection.Open);

    // For what a node shows beside its services.
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false, ActivityHeadersPropagator = null });

    public EtcdEndpoints Nodes { get; } = nodes;

    public StoreClosing Closing { get; } = new();

    /// <summary>Sends a read-only request and translates its errors. Default limit: 12 s.</summary>
    public async Task<T> ReadAsync<T>(EtcdRequest<T> request, CancellationToken cancellationToken, TimeSpan? limit = null)
    {
        using var inStore = RequestTimes.EnterStore();
        try
        {
            return await CallAsync(request, cancellationToken, limit);
        }
        catch (EtcdException e)
        {
            throw Closing.IsClosed ? StoreClosing.Error() : EtcdErrors.Reading(e, Nodes);
        }
    }

    /// <summary>Sends a request and retries it until an answer arrives. Default limit: 12 s; it grows with the size.</summary>
    /// <exception cref="EtcdException">The server refused, or no answer came in time.</exception>
    /// <exception cref="StoreUnavailableException">The store was closed before it was sent.</exception>
    public async Task<T> CallAsync<T>(EtcdRequest<T> request, CancellationToken cancellationToken, TimeSpan? wanted = null)
    {
        var start = time.GetTimestamp();
        var scale = 1 + (request.Bytes / BytesALimit);
        var limit = (wanted ?? DefaultLimit) * scale;
        var mayHaveArrived = false;
        var unreached = 0;
        var shortAttempts = Nodes.All.Count > 1 ? ShortRounds * Nodes.All.Count : 0;
        for (var attempt = 0; ; attempt++)
        {
            if (Closing.IsClosed)
                throw mayHaveArrived ? EtcdErrors.Unanswered(Closed, null) : StoreClosing.Error();

            var node = Nodes.Current;
            try
            {
                var left = limit - time.GetElapsedTime(start);
                var most = (attempt < shortAttempts ? ShortLimit : AttemptLimit) * scale;
                var own = TimeSpan.FromTicks(Math.Clamp(left.Ticks, LeastLimit.Ticks, most.Ticks));
                return await AttemptAsync(node, request, own, cancellationToken);
            }
            catch (EtcdException e) when (e.Code is null)
            {
                Nodes.Leave(node);
                mayHaveArrived |= e.MayHaveArrived;
                unreached = e.MayHaveArrived ? 0 : unreached + 1;

                // No node is listening. Fail at once instead of waiting.
                if (unreached >= Nodes.All.Count || time.GetElapsedTime(start) + Pause >= limit)
                    throw new EtcdException(e.Message, code: null, mayHaveArrived, e);
            }
            catch (EtcdException e) when (mayHaveArrived)
            {
                // The refusal belongs to this attempt. An earlier attempt may have been carried out.
                throw new EtcdException(e.Message, e.Code, mayHaveArrived, e);
            }

            await Task.Delay(Pause, time, cancellationToken);
        }
    }

    /// <summary>Starts a call that watches keys. The caller disposes of it.</summary>
    /// <exception cref="ObjectDisposedException">The store was closed.</exception>
    public AsyncDuplexStreamingCall<WatchRequest, WatchResponse> Watch(Uri node) =>
        new Watch.WatchClient(_nodes[node]).Watch(new CallOptions());

    /// <summary>Sends a request to one node. Returns the default value if it does not answer.</summary>
    public async Task<T?> TryAskAsync<T>(Uri node, EtcdRequest<T> request, TimeSpan limit, CancellationToken cancellationToken)
    {
        try
        {
            return await AttemptAsync(node, request, limit, cancellationToken);
        }
        catch (EtcdException)
        {
            return default;
        }
    }

    /// <summary>The body of a <c>GET</c> to one node; null if it does not answer with success.</summary>
    public async Task<string?> TryGetAsync(Uri node, string path, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ending = Closing.Link(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            return await _http.GetStringAsync(new Uri(node, path), ending.Token);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return null;
        }
    }

    public void Dispose()
    {
        foreach (var node in _nodes.Values)
            node.Dispose();

        _http.Dispose();
    }

    private async Task<T> AttemptAsync<T>(Uri node, EtcdRequest<T> request, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ending = Closing.Link(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            return await request.Send(_nodes[node], new CallOptions(cancellationToken: ending.Token));
        }
        catch (Exception e) when (e is ObjectDisposedException || (e is RpcException && ending.IsCancellationRequested))
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw EtcdErrors.Unanswered(
                Closing.IsClosed ? Closed : $"{node.Authority} did not answer within {limit.TotalSeconds:0.#} s.", e);
        }
        catch (RpcException e)
        {
            throw EtcdErrors.Of(e);
        }
    }
}
