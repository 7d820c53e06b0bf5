namespace EventSourcingBench.LoadTests.Http;

/// <summary>Sends the requests of a load over one pool of HTTP/1.1 connections, as many as there are copies, with as little allocated as
/// the platform's client allows: no cookies, proxies, redirects, decompression or tracing headers.</summary>
/// <param name="copies">1 or more.</param>
internal sealed class HttpLoadClient(int copies) : IDisposable
{
    private readonly WorkerState[] _workers = [.. Enumerable.Range(0, copies).Select(_ => new WorkerState())];

    private readonly HttpMessageInvoker _invoker = new(new SocketsHttpHandler
    {
        MaxConnectionsPerServer = copies,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
        ConnectTimeout = TimeSpan.FromSeconds(5),
        UseCookies = false,
        UseProxy = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        ActivityHeadersPropagator = null,
    });

    /// <summary>Sends one request and reads its answer. Does not throw for network or server. A worker never sends twice at once.</summary>
    public async ValueTask<HttpLoadReply> SendAsync(int worker, HttpLoadRequest request, TimeSpan timeout)
    {
        var state = _workers[worker];
        var token = state.Start(timeout);
        using var message = ToMessage(request);
        try
        {
            using var response = await _invoker.SendAsync(message, token);
            var body = await state.ReadAsync(response.Content, token);
            var status = (int)response.StatusCode;
            var outcome = HttpOutcomes.OfStatus(status);
            var error = outcome is Outcome.Success or Outcome.Conflict ? null : HttpOutcomes.Describe(status, body);
            return new HttpLoadReply(outcome, error, VersionOf(response), body, Parts: PartsOf(response));
        }
        catch (OperationCanceledException e) when (e.InnerException is TimeoutException)
        {
            // No connection within its limit, so that nothing was sent.
            return new HttpLoadReply(Outcome.Error, $"no connection: {e.InnerException.Message}", LostConnection: true);
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e))
        {
            return new HttpLoadReply(HttpOutcomes.OfException(e), HttpOutcomes.Describe(e), LostConnection: true);
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            return new HttpLoadReply(Outcome.Timeout, FormattableString.Invariant($"no answer within {timeout.TotalSeconds:0.###} s"));
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
            message.Headers.TryAddWithoutValidation("If-None-Match", "*");
        else if (!request.Expected.IsAny)
            message.Headers.TryAddWithoutValidation("If-Match", $"\"{request.Expected.Value}\"");

        // Also where it is empty: a request without content is sent again by the client when its connection breaks, and the answer to the
        // second sending says nothing about the first.
        if (request.Method != HttpMethod.Get)
            message.Content = new ReadOnlyMemoryContent(request.Body);

        if (!request.Body.IsEmpty)
            message.Content!.Headers.TryAddWithoutValidation("Content-Type", "application/json");

        return message;
    }

    private static long VersionOf(HttpResponseMessage response) =>
        response.Headers.NonValidated.TryGetValues("ETag", out var values)
        && long.TryParse(values.ToString().AsSpan().Trim('"'), NumberStyles.None, CultureInfo.InvariantCulture, out var version)
            ? version : 0;

    private static int[]? PartsOf(HttpResponseMessage response) =>
        response.Headers.NonValidated.TryGetValues(ServerTiming.Header, out var values) ? ServerTiming.Parse(values.ToString()) : null;

    private sealed class WorkerState : IDisposable
    {
        private byte[] _buffer = new byte[4096];
        private CancellationTokenSource _source = new();

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

/// <param name="Body">The JSON body; empty: none. Must stay as it is until the request has ended.</param>
/// <param name="IdempotencyKey">The identity of the event, sent as <c>Idempotency-Key</c>; null: not sent.</param>
/// <param name="Expected">Sent as <c>If-Match</c> or <c>If-None-Match</c>; any version: not sent.</param>
internal readonly record struct HttpLoadRequest(
    HttpMethod Method, Uri Address, ReadOnlyMemory<byte> Body = default, Guid? IdempotencyKey = null, ExpectedVersion Expected = default);

/// <summary>What became of a request. The error is in words that are the same for the same cause; null for success and conflict. The
/// version is 0 without an <c>ETag</c>. The body is valid until the same worker's next request.</summary>
/// <param name="LostConnection">Whether there was no connection, or it broke before the answer: another may be asked.</param>
/// <param name="Parts">Microseconds in each part, as the API says; null where it does not.</param>
internal readonly record struct HttpLoadReply(
    Outcome Outcome, string? Error, long Version = 0, ReadOnlyMemory<byte> Body = default, bool LostConnection = false,
    int[]? Parts = null);
