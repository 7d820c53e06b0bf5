using System.Net.Http.Headers;

namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>Calls the JSON gateway. A failed call is retried on the next node until its time limit: all requests can be repeated.</summary>
internal sealed class EtcdClient(EtcdEndpoints nodes, TimeProvider time) : IDisposable
{
    // Large requests take the gateway longer, so the limit grows with the size.
    private const int BytesALimit = 512 << 10;

    // A follower that lost its leader answers only after five seconds and two election timeouts. Another node may answer earlier.
    private static readonly TimeSpan AttemptLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly MediaTypeHeaderValue Json = new("application/json");

    private readonly HttpClient _http = new(new SocketsHttpHandler
    {
        ConnectTimeout = TimeSpan.FromSeconds(2),
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        ActivityHeadersPropagator = null,
    })
    { Timeout = Timeout.InfiniteTimeSpan };

    public EtcdEndpoints Nodes => nodes;

    public StoreClosing Closing { get; } = new();

    /// <summary>Sends a read-only request and translates its errors. Default limit: 12 s.</summary>
    /// <exception cref="StoreUnavailableException">No node could be reached or served, or the store was closed.</exception>
    public async Task<T> ReadAsync<T>(EtcdRequest<T> request, CancellationToken cancellationToken, TimeSpan? limit = null)
    {
        using var inStore = RequestTimes.EnterStore();
        try
        {
            return await CallAsync(request, cancellationToken, limit);
        }
        catch (EtcdException e)
        {
            throw Closing.IsClosed ? StoreClosing.Error() : EtcdErrors.Reading(e, nodes);
        }
    }

    /// <summary>Sends a request and retries it until an answer arrives. Default limit: 12 s; it grows with the size.</summary>
    /// <exception cref="EtcdException">The server refused, or no answer came in time.</exception>
    /// <exception cref="StoreUnavailableException">The store was closed before it was sent.</exception>
    public async Task<T> CallAsync<T>(EtcdRequest<T> request, CancellationToken cancellationToken, TimeSpan? wanted = null)
    {
        var start = time.GetTimestamp();
        var scale = 1 + (request.Body.Length / BytesALimit);
        var limit = (wanted ?? DefaultLimit) * scale;
        var mayHaveArrived = false;
        var unreached = 0;
        while (true)
        {
            if (Closing.IsClosed)
                throw mayHaveArrived ? ClosedMeanwhile(null) : StoreClosing.Error();

            var node = nodes.Current;
            EtcdException failure;
            try
            {
                var left = limit - time.GetElapsedTime(start);
                return await AttemptAsync(node, request, left < AttemptLimit * scale ? left : AttemptLimit * scale, cancellationToken);
            }
            catch (EtcdException e) when (e.Code is null)
            {
                failure = e;
            }
            catch (EtcdException e) when (mayHaveArrived)
            {
                // The refusal belongs to this attempt. An earlier attempt may have been carried out.
                throw new EtcdException(e.Message, e.Code, mayHaveArrived, e);
            }

            nodes.Leave(node);
            mayHaveArrived |= failure.MayHaveArrived;
            unreached = failure.MayHaveArrived ? 0 : unreached + 1;

            // No node is listening. Fail at once instead of waiting.
            if (unreached >= nodes.All.Count || time.GetElapsedTime(start) + Pause >= limit)
                throw new EtcdException(failure.Message, code: null, mayHaveArrived, failure);

            await Task.Delay(Pause, time, cancellationToken);
        }
    }

    /// <summary>Starts a call to one node. The caller disposes of the answer, which may be endless.</summary>
    /// <exception cref="EtcdException">The node refused, or the store was closed.</exception>
    /// <exception cref="HttpRequestException">The node could not be reached, or the connection broke.</exception>
    public async Task<HttpResponseMessage> SendAsync<T>(Uri node, EtcdRequest<T> request, CancellationToken cancellationToken)
    {
        using var message = new HttpRequestMessage(HttpMethod.Post, new Uri(node, request.Path))
        {
            Content = new ReadOnlyMemoryContent(request.Body) { Headers = { ContentType = Json } },
        };
        HttpResponseMessage response;
        try
        {
            response = await _http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        }
        catch (ObjectDisposedException e)
        {
            // The store was closed after the caller checked whether it was.
            throw new EtcdException("The store was closed.", code: null, mayHaveArrived: false, e);
        }

        if (response.IsSuccessStatusCode)
            return response;

        using (response)
            throw await RefusalAsync(response.Content, cancellationToken);
    }

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
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return null;
        }
    }

    public void Dispose() => _http.Dispose();

    private async Task<T> AttemptAsync<T>(Uri node, EtcdRequest<T> request, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ending = Closing.Link(cancellationToken);
        ending.CancelAfter(limit > TimeSpan.Zero ? limit : TimeSpan.Zero);
        try
        {
            using var response = await SendAsync(node, request, ending.Token);
            return await EtcdRequest.ReadAsync<T>(response.Content, ending.Token);
        }
        catch (OperationCanceledException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw Closing.IsClosed
                ? ClosedMeanwhile(e)
                : Unanswered($"{node.Authority} did not answer within {limit.TotalSeconds:0.#} s.", e);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or JsonException)
        {
            throw Broken(e);
        }
    }

    // A request that was not sent completely was not carried out. Only a failed connection attempt is certain.
    private static EtcdException Broken(Exception e) => (e as HttpRequestException)?.HttpRequestError
        is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError
        ? new EtcdException(e.Message, code: null, mayHaveArrived: false, e)
        : Unanswered(e.Message, e);

    private static async Task<EtcdException> RefusalAsync(HttpContent answer, CancellationToken cancellationToken)
    {
        try
        {
            var refusal = await EtcdRequest.ReadAsync<EtcdRefusal>(answer, cancellationToken);
            EtcdCode? code = Enum.IsDefined((EtcdCode)refusal.Code) ? (EtcdCode)refusal.Code : null;
            return new EtcdException(refusal.Error ?? "", code, mayHaveArrived: code is null);
        }
        catch (JsonException e)
        {
            return Unanswered("The answer does not come from etcd. Check that this is the client port.", e);
        }
    }

    private static EtcdException ClosedMeanwhile(Exception? e) => Unanswered("The store was closed.", e);

    private static EtcdException Unanswered(string message, Exception? e) => new(message, code: null, mayHaveArrived: true, e);
}
