namespace EventSourcingBench.LoadTests.Http;

/// <summary>Sends the requests of a load over one pool of HTTP/1.1 connections, as many as there are copies, with as little allocated as
/// the platform's client allows: no cookies, proxies, redirects, decompression or tracing headers.</summary>
internal sealed class HttpLoadClient : IDisposable
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);

    private readonly HttpMessageInvoker _invoker;
    private readonly WorkerState[] _workers;

    /// <summary>Makes a client; connections are made when they are needed.</summary>
    /// <param name="copies">Workers, and the most connections; 1 or more.</param>
    public HttpLoadClient(int copies)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(copies, 1);
        _invoker = new HttpMessageInvoker(new SocketsHttpHandler
        {
            MaxConnectionsPerServer = copies,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
            ConnectTimeout = ConnectTimeout,
            UseCookies = false,
            UseProxy = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
        });
        _workers = [.. Enumerable.Range(0, copies).Select(_ => new WorkerState())];
    }

    /// <summary>Sends one request and reads its answer to the end. Does not throw for what the network or the server does. A worker, 0 to
    /// copies - 1, never sends twice at once.</summary>
    public async ValueTask<HttpLoadReply> SendAsync(
        int worker, HttpLoadRequest request, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var state = _workers[worker];
        var token = state.Start(timeout);
        using var registration = state.CancelWith(cancellationToken);
        using var message = ToMessage(request);
        try
        {
            using var response = await _invoker.SendAsync(message, token);
            var body = await state.ReadAsync(response.Content, token);
            var status = (int)response.StatusCode;
            var outcome = HttpOutcomes.OfStatus(status);
            return new HttpLoadReply(
                outcome,
                status,
                VersionOf(response),
                body,
                outcome is Outcome.Success or Outcome.Conflict ? null : HttpOutcomes.Describe(status, body));
        }
        catch (HttpRequestException e)
        {
            return new HttpLoadReply(HttpOutcomes.OfException(e), 0, 0, default, HttpOutcomes.Describe(e)) { LostConnection = true };
        }
        catch (IOException e)
        {
            return new HttpLoadReply(Outcome.Timeout, 0, 0, default, $"the connection broke: {e.Message}") { LostConnection = true };
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            var reason = cancellationToken.IsCancellationRequested
                ? "ended while the request was under way"
                : string.Create(CultureInfo.InvariantCulture, $"no answer in {timeout.TotalSeconds} s");
            return new HttpLoadReply(Outcome.Timeout, 0, 0, default, reason);
        }
    }

    public void Dispose()
    {
        _invoker.Dispose();
        Array.ForEach(_workers, w => w.Dispose());
    }

    private static HttpRequestMessage ToMessage(in HttpLoadRequest request)
    {
        var message = new HttpRequestMessage(request.Method, request.Address);
        if (request.IdempotencyKey is { } key)
            message.Headers.TryAddWithoutValidation("Idempotency-Key", key.ToString());

        if (request.Expected.IsNoStream)
        {
            message.Headers.TryAddWithoutValidation("If-None-Match", "*");
        }
        else if (!request.Expected.IsAny)
        {
            message.Headers.TryAddWithoutValidation(
                "If-Match", string.Create(CultureInfo.InvariantCulture, $"\"{request.Expected.Value}\""));
        }

        if (!request.Body.IsEmpty)
        {
            message.Content = new ReadOnlyMemoryContent(request.Body);
            message.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json");
        }

        return message;
    }

    private static long VersionOf(HttpResponseMessage response) =>
        response.Headers.NonValidated.TryGetValues("ETag", out var values)
        && long.TryParse(values.ToString().AsSpan().Trim('"'), NumberStyles.None, CultureInfo.InvariantCulture, out var version)
            ? version
            : 0;

    /// <summary>What one worker reuses from request to request.</summary>
    private sealed class WorkerState : IDisposable
    {
        private byte[] _buffer = new byte[4096];
        private CancellationTokenSource _source = new();

        /// <summary>Begins the timeout of a request, on a timer that is reused.</summary>
        public CancellationToken Start(TimeSpan timeout)
        {
            if (!_source.TryReset())
            {
                _source.Dispose();
                _source = new CancellationTokenSource();
            }

            _source.CancelAfter(timeout);
            return _source.Token;
        }

        /// <summary>Ends the running request for another reason, such as the engine's cancellation.</summary>
        public CancellationTokenRegistration CancelWith(CancellationToken cancellationToken) => cancellationToken.CanBeCanceled
            ? cancellationToken.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source)
            : default;

        public async ValueTask<ReadOnlyMemory<byte>> ReadAsync(HttpContent content, CancellationToken cancellationToken)
        {
            // The connection goes back to the pool only when the body was read to its end.
            var stream = await content.ReadAsStreamAsync(cancellationToken);
            var length = 0;
            int read;
            while ((read = await stream.ReadAsync(_buffer.AsMemory(length), cancellationToken)) > 0)
            {
                length += read;
                if (length == _buffer.Length)
                    Array.Resize(ref _buffer, 2 * length);
            }

            return _buffer.AsMemory(0, length);
        }

        public void Dispose() => _source.Dispose();
    }
}

internal readonly record struct HttpLoadRequest(HttpMethod Method, Uri Address)
{
    /// <summary>The JSON body; empty: none. Must stay as it is until the request has ended.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>The identity of the event, sent as <c>Idempotency-Key</c>; null: not sent.</summary>
    public Guid? IdempotencyKey { get; init; }

    /// <summary>Sent as <c>If-Match</c> or <c>If-None-Match</c>; any version: not sent.</summary>
    public ExpectedVersion Expected { get; init; }
}

/// <summary>What became of a request. The status is 0 without an answer, the version 0 without an <c>ETag</c>. The body is valid until the
/// same worker's next request. The error is in words that are the same for the same cause; null for success and conflict.</summary>
internal readonly record struct HttpLoadReply(
    Outcome Outcome, int Status, long Version, ReadOnlyMemory<byte> Body, string? Error)
{
    /// <summary>Whether there was no connection, or it broke before the answer: another may be asked.</summary>
    public bool LostConnection { get; init; }
}
