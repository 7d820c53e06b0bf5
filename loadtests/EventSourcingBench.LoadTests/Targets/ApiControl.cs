namespace EventSourcingBench.LoadTests.Targets;

/// <summary>All that is asked of the API but load. A failure is a <see cref="StoreFailureException"/> with the API's words.</summary>
internal sealed class ApiControl(Uri api, string store) : IDisposable
{
    // Verification reads a whole store back in few requests; a page of 10,000 events takes well under a second.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false })
    {
        BaseAddress = new Uri(api, $"stores/{store}/"),
        Timeout = Limit,
    };

    public async Task<T> GetAsync<T>(string path, CancellationToken cancellationToken)
        where T : class => (await AskAsync<T>(HttpMethod.Get, path, cancellationToken))!;

    /// <summary>The same; null where there is no such thing.</summary>
    public Task<T?> FindAsync<T>(string path, CancellationToken cancellationToken)
        where T : class => AskAsync<T>(HttpMethod.Get, path, cancellationToken, mayBeMissing: true);

    public async Task<T?> AskAsync<T>(HttpMethod method, string path, CancellationToken cancellationToken, bool mayBeMissing = false)
        where T : class
    {
        using var response = await SendAsync(method, path, content: null, cancellationToken, mayBeMissing);
        if (response.StatusCode == HttpStatusCode.NotFound)
            return null;

        try
        {
            // On a thread of the pool: the one that the answer came on may be the one that the load's answers wait for.
            var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
            return await Task.Run(() => JsonSerializer.Deserialize(body, TypeOf<T>()), cancellationToken)
                ?? throw new StoreFailureException($"The API answered {response.RequestMessage?.RequestUri} with null.");
        }
        catch (Exception e) when (e is HttpRequestException or IOException or JsonException)
        {
            throw new StoreFailureException($"The API's answer to {response.RequestMessage?.RequestUri} broke off: {e.Message}", e);
        }
    }

    public Task DoAsync(HttpMethod method, string path, CancellationToken cancellationToken) =>
        DoAsync<object>(method, path, body: null, cancellationToken);

    public async Task DoAsync<T>(HttpMethod method, string path, T? body, CancellationToken cancellationToken)
        where T : class
    {
        var content = body is null ? null : JsonContent.Create(body, TypeOf<T>());
        (await SendAsync(method, path, content, cancellationToken)).Dispose();
    }

    public async Task<HttpResponseMessage> SendAsync(
        HttpMethod method, string path, HttpContent? content, CancellationToken cancellationToken, bool mayBeMissing = false)
    {
        using var request = new HttpRequestMessage(method, path) { Content = content };
        try
        {
            var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            if (response.IsSuccessStatusCode || (mayBeMissing && response.StatusCode == HttpStatusCode.NotFound))
                return response;

            var words = HttpOutcomes.Problem(await response.Content.ReadAsByteArrayAsync(cancellationToken));
            response.Dispose();
            throw new StoreFailureException(words ?? $"The API answered {(int)response.StatusCode} to {request.RequestUri?.PathAndQuery}.");
        }
        catch (HttpRequestException e)
        {
            throw new StoreFailureException($"The API of {store} cannot be reached: {e.Message}", e);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreFailureException($"The API of {store} did not answer within {Limit.TotalMinutes:0} minutes.", e);
        }
    }

    public void Dispose() => _client.Dispose();

    private static JsonTypeInfo<T> TypeOf<T>() => (JsonTypeInfo<T>)ApiJson.Default.GetTypeInfo(typeof(T))!;
}
