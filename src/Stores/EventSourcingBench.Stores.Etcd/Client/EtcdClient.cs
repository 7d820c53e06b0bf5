using System.Net.Http.Headers;
using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>
/// Calls over the JSON gateway. A call that fails is sent again, to the next node, until its time is out: all that the store
/// sends may be carried out twice without harm.
/// </summary>
internal sealed class EtcdClient : IDisposable
{
    // The gateway takes its time to read what is large: in place of one limit there is one for each so many bytes.
    private const int BytesALimit = 512 << 10;

    // A follower that lost its leader answers after five seconds and two election timeouts; another node may know better.
    private static readonly TimeSpan AttemptLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly MediaTypeHeaderValue Json = new("application/json");

    private readonly HttpClient _http;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _closing = new();

    public EtcdClient(EtcdEndpoints nodes, TimeProvider time)
    {
        Nodes = nodes;
        _time = time;
        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = ConnectLimit,
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            ActivityHeadersPropagator = null,
        };
        _http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
    }

    public EtcdEndpoints Nodes { get; }

    /// <summary>True after <see cref="CloseAsync"/>.</summary>
    public bool IsClosed => _closing.IsCancellationRequested;

    /// <summary>Asks, and translates what went wrong. Nothing may be asked for that changes anything.</summary>
    /// <exception cref="StoreUnavailableException">No node could be reached or served, or the store was closed.</exception>
    public async Task<T> ReadAsync<T>(
        string path, ReadOnlyMemory<byte> body, Func<JsonElement, T> read, TimeSpan limit, CancellationToken cancellationToken)
    {
        try
        {
            return await CallAsync(path, body, read, limit, cancellationToken);
        }
        catch (EtcdException e)
        {
            throw IsClosed ? EtcdErrors.Closed() : EtcdErrors.Reading(e, Nodes);
        }
    }

    /// <summary>Sends, and sends again until an answer comes. The limit is longer for what is large.</summary>
    /// <exception cref="EtcdException">The server refused, or no answer came in time.</exception>
    /// <exception cref="StoreUnavailableException">The store was closed before it was sent.</exception>
    public async Task<T> CallAsync<T>(
        string path, ReadOnlyMemory<byte> body, Func<JsonElement, T> read, TimeSpan limit, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        var scale = 1 + (body.Length / BytesALimit);
        limit *= scale;
        var mayHaveArrived = false;
        var unreached = 0;
        while (true)
        {
            ThrowIfClosed(mayHaveArrived);
            var node = Nodes.Current;
            EtcdException failure;
            try
            {
                var left = limit - _time.GetElapsedTime(start);
                return await AttemptAsync(node, path, body, read, left < AttemptLimit * scale ? left : AttemptLimit * scale, cancellationToken);
            }
            catch (EtcdException e) when (e.Code is null)
            {
                failure = e;
            }
            catch (EtcdException e) when (mayHaveArrived)
            {
                // The refusal is of this attempt; an earlier one may have been carried out.
                throw new EtcdException(e.Message, e.Code, mayHaveArrived, e);
            }

            Nodes.Leave(node);
            mayHaveArrived |= failure.MayHaveArrived;
            unreached = failure.MayHaveArrived ? 0 : unreached + 1;

            // Nobody listens anywhere: waiting helps less than saying so.
            if (unreached >= Nodes.Count || _time.GetElapsedTime(start) + Pause >= limit)
            {
                throw new EtcdException(failure.Message, code: null, mayHaveArrived, failure);
            }

            ThrowIfClosed(mayHaveArrived);
            await Task.Delay(Pause, _time, cancellationToken);
        }
    }

    /// <summary>Begins a call whose answer does not end. The caller disposes of the answer.</summary>
    /// <exception cref="EtcdException">The node could not be reached, or refused.</exception>
    public async Task<HttpResponseMessage> StreamAsync(Uri node, string path, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        try
        {
            using var request = Request(node, path, body);
            var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            if (response.IsSuccessStatusCode)
            {
                return response;
            }

            using (response)
            {
                throw Refusal(await response.Content.ReadAsByteArrayAsync(cancellationToken));
            }
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw Broken(e);
        }
    }

    /// <summary>Asks one node; the default value where it gives no answer.</summary>
    public async Task<T?> TryAskAsync<T>(
        Uri node, string path, ReadOnlyMemory<byte> body, Func<JsonElement, T> read, TimeSpan limit, CancellationToken cancellationToken)
    {
        try
        {
            return await AttemptAsync(node, path, body, read, limit, cancellationToken);
        }
        catch (EtcdException)
        {
            return default;
        }
    }

    /// <summary>What <c>GET</c> gives, from one node; null where it gives nothing of use.</summary>
    public async Task<string?> TryGetAsync(Uri node, string path, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ending = Link(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            return await _http.GetStringAsync(new Uri(node, path), ending.Token);
        }
        catch (Exception e) when (e is HttpRequestException or IOException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return null;
        }
    }

    /// <summary>A source that ends with the caller's token and with the store.</summary>
    public CancellationTokenSource Link(CancellationToken cancellationToken) =>
        CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _closing.Token);

    /// <summary>Ends all calls.</summary>
    public Task CloseAsync() => _closing.CancelAsync();

    public void Dispose() => _http.Dispose();

    private static HttpRequestMessage Request(Uri node, string path, ReadOnlyMemory<byte> body) => new(HttpMethod.Post, new Uri(node, path))
    {
        Content = new ReadOnlyMemoryContent(body) { Headers = { ContentType = Json } },
    };

    private async Task<T> AttemptAsync<T>(
        Uri node, string path, ReadOnlyMemory<byte> body, Func<JsonElement, T> read, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ending = Link(cancellationToken);
        ending.CancelAfter(limit > TimeSpan.Zero ? limit : TimeSpan.Zero);
        try
        {
            using var request = Request(node, path, body);
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, ending.Token);
            if (!response.IsSuccessStatusCode)
            {
                throw Refusal(await response.Content.ReadAsByteArrayAsync(ending.Token));
            }

            await using var stream = await response.Content.ReadAsStreamAsync(ending.Token);
            using var document = await JsonDocument.ParseAsync(stream, cancellationToken: ending.Token);
            return read(document.RootElement);
        }
        catch (OperationCanceledException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new EtcdException(IsClosed ? "The store was closed." : $"{node.Authority} gave no answer within {limit.TotalSeconds:0.#} s.", code: null, mayHaveArrived: true, e);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or JsonException)
        {
            throw Broken(e);
        }
    }

    // What was not sent whole was not carried out; what is known of that for sure is a connection that was never made.
    private static EtcdException Broken(Exception e) => new(
        e.Message,
        code: null,
        mayHaveArrived: e is not HttpRequestException
        {
            HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError,
        },
        e);

    private static EtcdException Refusal(byte[] answer)
    {
        try
        {
            using var document = JsonDocument.Parse(answer);
            var code = (EtcdCode)(int)EtcdAnswer.Number(document.RootElement, "code");
            var message = EtcdAnswer.Text(document.RootElement, "error");
            return Enum.IsDefined(code)
                ? new EtcdException(message, code, mayHaveArrived: false)
                : new EtcdException(message, code: null, mayHaveArrived: true);
        }
        catch (JsonException e)
        {
            return new EtcdException("The answer is not etcd's. Is this the port for clients?", code: null, mayHaveArrived: true, e);
        }
    }

    private void ThrowIfClosed(bool mayHaveArrived)
    {
        if (IsClosed)
        {
            throw mayHaveArrived ? new EtcdException("The store was closed.", code: null, mayHaveArrived) : EtcdErrors.Closed();
        }
    }
}
