namespace EventSourcingBench.LoadTests.Generators;

internal sealed class GeneratorClient : IDisposable
{
    private readonly HttpClient _http;

    public GeneratorClient(Uri address, string? token)
    {
        Name = address.Authority;
        _http = new HttpClient(new SocketsHttpHandler { UseProxy = false, ConnectTimeout = TimeSpan.FromSeconds(5) })
        {
            BaseAddress = address,
            // A step's length is not known here; a generator that is gone breaks the connection.
            Timeout = Timeout.InfiniteTimeSpan,
        };
        if (token is not null)
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    public string Name { get; }

    public Task<GeneratorIdentity> IdentifyAsync(CancellationToken cancellationToken) =>
        AskAsync<GeneratorIdentity>(HttpMethod.Get, "identity", cancellationToken);

    public Task SendBarsAsync(Guid id, IReadOnlyList<Bar> bars, CancellationToken cancellationToken) =>
        TellAsync(HttpMethod.Put, $"bars/{id}", JsonContent.Create(bars, options: GeneratorJson.Options), cancellationToken);

    public Task PrepareAsync(GeneratorStep step) =>
        TellAsync(HttpMethod.Post, "steps", JsonContent.Create(step, options: GeneratorJson.Options));

    public async Task<long> WarmUpAsync(Guid step) =>
        (await AskAsync<GeneratorWarm>(HttpMethod.Post, $"steps/{step}/warm-up")).Acknowledged;

    public Task<GeneratorResult> MeasureAsync(Guid step, LoadRecorder recorder) => Guarded(async () =>
    {
        using var response = await SendAsync(HttpMethod.Post, $"steps/{step}/measure", null, CancellationToken.None);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());
        while (await reader.ReadLineAsync() is { } text)
        {
            var line = JsonSerializer.Deserialize<GeneratorLine>(text, GeneratorJson.Options)!;
            if (line.Window is { } window)
                recorder.Add(window);
            else
                return line.Result ?? throw new LoadEngineException($"The generator {Name} failed: {line.Error}");
        }

        throw new IOException("its answer ended before its result");
    });

    public Task StopAsync(Guid step) => TellAsync(HttpMethod.Post, $"steps/{step}/stop");

    public Task<bool> ReadHistoryAsync(Guid step, StepHistory history, int process) => Guarded(async () =>
    {
        using var response = await SendAsync(HttpMethod.Get, $"steps/{step}/history", null, CancellationToken.None);
        await new HistoryReader(history, process).ReadAsync(await response.Content.ReadAsStreamAsync(), CancellationToken.None);
        return true;
    });

    public Task ForgetAsync(Guid step) => TellAsync(HttpMethod.Delete, $"steps/{step}");

    public void Dispose() => _http.Dispose();

    private Task<T> AskAsync<T>(HttpMethod method, string path, CancellationToken cancellationToken = default) => Guarded(async () =>
    {
        using var response = await SendAsync(method, path, content: null, cancellationToken);
        return await response.Content.ReadFromJsonAsync<T>(GeneratorJson.Options, cancellationToken)
            ?? throw new JsonException("it answered null");
    });

    private Task<bool> TellAsync(
        HttpMethod method, string path, HttpContent? content = null, CancellationToken cancellationToken = default) => Guarded(async () =>
    {
        using var response = await SendAsync(method, path, content, cancellationToken);
        return true;
    });

    private async Task<HttpResponseMessage> SendAsync(
        HttpMethod method, string path, HttpContent? content, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(method, path) { Content = content };
        var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (response.IsSuccessStatusCode)
            return response;

        var words = await response.Content.ReadAsStringAsync(cancellationToken);
        response.Dispose();
        throw new LoadEngineException($"The generator {Name} refuses: {(words.Length > 0 ? words : $"HTTP {(int)response.StatusCode}")}.");
    }

    private async Task<T> Guarded<T>(Func<Task<T>> action)
    {
        try
        {
            return await action();
        }
        catch (Exception e) when (e is HttpRequestException or IOException or JsonException or InvalidDataException)
        {
            throw new LoadEngineException($"The generator {Name} cannot be reached, or was lost: {e.Message}", e);
        }
    }
}
