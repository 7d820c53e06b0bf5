namespace EventSourcingBench.LoadTests.Generators;

internal sealed class GeneratorClient(Uri address, string? token) : IDisposable
{
    private const int ClockReadings = 8;

    // A generator that measures sends a line every 50 ms, and answers all else at once but a warm-up.
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(30);

    // Of ten million requests, about a gigabyte.
    private static readonly TimeSpan HistoryLimit = TimeSpan.FromMinutes(10);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false, ConnectTimeout = TimeSpan.FromSeconds(5) })
    {
        BaseAddress = address,
        // A step's length is not known here; a generator that is gone breaks the connection.
        Timeout = Timeout.InfiniteTimeSpan,
        DefaultRequestHeaders = { Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token) },
    };

    private HttpResponseMessage? _held;

    public string Name => address.Authority;

    public Task<GeneratorIdentity> IdentifyAsync(CancellationToken cancellationToken) =>
        AskAsync(HttpMethod.Get, "identity", ReadAsync<GeneratorIdentity>, cancellationToken: cancellationToken);

    /// <summary>Takes the generator, with the bars of the loads to come, until this client is disposed or this process ends.</summary>
    public async Task TakeAsync(Guid id, IReadOnlyList<Bar> bars, CancellationToken cancellationToken)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Put, $"bars/{id}");
            request.Content = JsonContent.Create(bars, options: GeneratorJson.Options);
            _held = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            _held.EnsureSuccessStatusCode();
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e))
        {
            throw Lost(e);
        }
    }

    public Task PrepareAsync(GeneratorStep step) => AskAsync(HttpMethod.Post, "steps", IgnoreAsync, step);

    /// <returns>How many requests of the warm-up were acknowledged.</returns>
    /// <param name="most">How long it takes at most.</param>
    public Task<long> WarmUpAsync(Guid step, TimeSpan most) =>
        AskAsync(HttpMethod.Post, $"steps/{step}/warm-up", ReadAsync<long>, most: most);

    /// <summary>Measures; what comes meanwhile goes to the recorder and the history.</summary>
    public Task<GeneratorResult> MeasureAsync(Guid step, LoadRecorder recorder, StepHistory history) =>
        AskAsync(HttpMethod.Post, $"steps/{step}/measure", async content =>
        {
            using var reader = new StreamReader(await content.ReadAsStreamAsync());
            while (await reader.ReadLineAsync().WaitAsync(Silence, TimeProvider.System) is { } text)
            {
                var line = JsonSerializer.Deserialize<GeneratorLine>(text, GeneratorJson.Options)!;
                history.RecentElsewhere = line.Recent ?? history.RecentElsewhere;
                if (line.Window is { } window)
                    recorder.Add(window);
                else
                    return line.Result ?? throw new LoadEngineException($"The generator {Name} failed: {line.Error}");
            }

            throw new IOException("its answer ended before its result");
        });

    public Task MoveAsync(Guid step, ApiEndpoint endpoint) =>
        AskAsync(HttpMethod.Put, $"steps/{step}/endpoint", IgnoreAsync, endpoint);

    public Task StopAsync(Guid step) => AskAsync(HttpMethod.Post, $"steps/{step}/stop", IgnoreAsync);

    public Task ReadHistoryAsync(Guid step, StepHistory history, int process) =>
        AskAsync(HttpMethod.Get, $"steps/{step}/history", async content =>
        {
            await new HistoryReader(history, process).ReadAsync(await content.ReadAsStreamAsync(), CancellationToken.None)
                .WaitAsync(HistoryLimit, TimeProvider.System);
            return true;
        });

    /// <summary>How far the generator's clock is ahead of this one's, and within what: half of the shortest answer's time.</summary>
    public async Task<(TimeSpan Offset, TimeSpan Error)> MeasureClockAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var best = (Offset: TimeSpan.Zero, Error: TimeSpan.MaxValue);
        for (var i = 0; i < ClockReadings; i++)
        {
            var (sent, start) = (time.GetUtcNow(), time.GetTimestamp());
            var there = (await IdentifyAsync(cancellationToken)).Now;
            var half = time.GetElapsedTime(start) / 2;
            best = half < best.Error ? (there - (sent + half), half) : best;
        }

        return best;
    }

    public Task ForgetAsync(Guid step) => AskAsync(HttpMethod.Delete, $"steps/{step}", IgnoreAsync);

    public void Dispose()
    {
        _held?.Dispose();
        _http.Dispose();
    }

    private static async Task<T> ReadAsync<T>(HttpContent content) =>
        await content.ReadFromJsonAsync<T>(GeneratorJson.Options) ?? throw new JsonException("it answered null");

    private static Task<bool> IgnoreAsync(HttpContent content) => Task.FromResult(true);

    private async Task<T> AskAsync<T>(
        HttpMethod method, string path, Func<HttpContent, Task<T>> read, object? body = null, TimeSpan most = default,
        CancellationToken cancellationToken = default)
    {
        try
        {
            using var request = new HttpRequestMessage(method, path);
            request.Content = body is null ? null : JsonContent.Create(body, body.GetType(), options: GeneratorJson.Options);
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken)
                .WaitAsync(most + Silence, TimeProvider.System, cancellationToken);
            if (response.IsSuccessStatusCode)
                return await read(response.Content);

            var words = await response.Content.ReadAsStringAsync(cancellationToken);
            throw new LoadEngineException(
                $"The generator {Name} refuses: {(words.Length > 0 ? words : $"HTTP {(int)response.StatusCode}")}.");
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e) || e is JsonException or InvalidDataException or TimeoutException)
        {
            throw Lost(e);
        }
    }

    private LoadEngineException Lost(Exception e) => new($"The generator {Name} cannot be reached, or was lost: {e.Message}", e);
}
