namespace EventSourcingBench.Api.Tests;

/// <summary>Seeded hostile requests, by the OpenAPI document and by bytes. EVENTSOURCINGBENCH_FUZZ=10000000 sends as many; the default is a
/// smoke size.</summary>
[Collection(nameof(FuzzAlone))]
public sealed class FuzzTests
{
    private const int Seed = 22;
    private const int Senders = 8;
    private const int Stages = 8;
    private const long MostGrowth = 16 << 20;
    private const int MostMoreHandles = 100;

    private readonly ConcurrentQueue<string> _wrong = new();
    private readonly ConcurrentDictionary<int, long> _statuses = new();
    private long _next = -1;

    [Fact]
    public async Task Hostile_requests_get_no_error_of_the_server_leave_nothing_behind_and_harm_no_others()
    {
        var count = long.Parse(Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_FUZZ") ?? "4000", CultureInfo.InvariantCulture);
        await using var api = await TestApi.StartAsync("memory,sqlite");
        using var document = JsonDocument.Parse(await api.Client.GetStringAsync("/openapi/v1.json", Cancel));
        var fuzzer = new RequestFuzzer(document.RootElement, Seed);
        using var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8 };
        using var client = new HttpClient(handler) { BaseAddress = api.Client.BaseAddress };
        using var over = new CancellationTokenSource();
        var beside = AppendBesideAsync(api, over.Token);
        var stages = new List<(long Bytes, int Handles)>();
        for (var stage = 1; stage <= Stages && _wrong.IsEmpty; stage++)
        {
            await Task.WhenAll(Enumerable.Range(0, Senders).Select(_ => Task.Run(() => SendAsync(client, fuzzer, count * stage / Stages))));
            stages.Add(await MeasureAsync(api));
        }

        await over.CancelAsync();
        var appended = await beside;

        _wrong.ShouldBeEmpty();
        appended.ShouldBePositive();
        var bars = await api.GetAsync<BarsPage>($"{TestApi.BarsPath("sqlite")}?from=1&count=1");
        bars.Items.ShouldHaveSingleItem();
        var last = await api.GetAsync<BarsPage>($"{TestApi.BarsPath("sqlite")}?from={appended}&count=2");
        last.Items.ShouldHaveSingleItem().Version.ShouldBe(appended);

        // Every kind of answer was met, so that the requests were neither all sound nor all refused at the door.
        _statuses.Keys.ShouldBeSubsetOf([200, 201, 204, 400, 403, 404, 405, 409, 413, 414, 415, 422, 431, 501, 503, 505]);
        new[] { 200, 201, 400, 404, 409, 415 }.ShouldBeSubsetOf(_statuses.Keys);
        var settled = stages.Skip(Stages / 4).ToList();
        (settled[^1].Bytes - settled[0].Bytes).ShouldBeLessThan(MostGrowth, string.Join(", ", stages));
        (settled[^1].Handles - settled[0].Handles).ShouldBeLessThan(MostMoreHandles, string.Join(", ", stages));
        TestContext.Current.SendDiagnosticMessage(
            $"{count} requests, {appended} appends beside; {string.Join(", ", _statuses.OrderBy(s => s.Key))}; "
                + string.Join(", ", stages));
    }

    private async Task SendAsync(HttpClient client, RequestFuzzer fuzzer, long until)
    {
        while (_wrong.IsEmpty && Volatile.Read(ref _next) < until - 1)
        {
            var number = Interlocked.Increment(ref _next);
            var request = fuzzer.Make(number);
            var line = $"request {number} of seed {Seed}, {request.Method} {request.Line}";
            try
            {
                var (status, body) = request.Raw is { } raw
                    ? await SendBytesAsync(client.BaseAddress!.Port, raw)
                    : await SendAsync(client, request);
                _statuses.AddOrUpdate(status, 1, (_, n) => n + 1);
                // Of bytes that are no request of HTTP/1.1 the web server itself says so with 501 and 505.
                if (status >= 500 && status != 503 && !(request.Raw is not null && status is 501 or 505))
                    _wrong.Enqueue($"{line}: {status} {body}");
            }
            catch (Exception e) when (e is OperationCanceledException or HttpRequestException or IOException or SocketException)
            {
                _wrong.Enqueue($"{line}: {e}");
            }
        }
    }

    private static async Task<(int Status, string Body)> SendAsync(HttpClient client, FuzzedRequest request)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(20));
        using var message = request.ToMessage();
        using var response = await client.SendAsync(message, limit.Token);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync(limit.Token));
    }

    // A request that is none may end without an answer, which counts as 400; the connection must end.
    private static async Task<(int Status, string Body)> SendBytesAsync(int port, byte[] bytes)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(20));
        using var tcp = new TcpClient { LingerState = new LingerOption(true, 0) };
        await tcp.ConnectAsync(IPAddress.Loopback, port, limit.Token);
        await using var stream = tcp.GetStream();
        var answer = new MemoryStream();
        try
        {
            await stream.WriteAsync(bytes, limit.Token);
            tcp.Client.Shutdown(SocketShutdown.Send);
            await stream.CopyToAsync(answer, limit.Token);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            // The server has closed it before it had all.
        }

        var text = Encoding.Latin1.GetString(answer.GetBuffer(), 0, (int)answer.Length);
        return text.StartsWith("HTTP/1.1 ", StringComparison.Ordinal)
            ? (int.Parse(text[9..12], CultureInfo.InvariantCulture), text)
            : (400, "");
    }

    private static async Task<long> AppendBesideAsync(TestApi api, CancellationToken cancellationToken)
    {
        var appended = 0L;
        while (!cancellationToken.IsCancellationRequested)
        {
            using var response = await api.AppendAsync("sqlite");
            var bar = await response.ShouldBeAsync<AppendedBar>(HttpStatusCode.Created);
            bar.Version.ShouldBe(++appended);
            await Task.Delay(1, CancellationToken.None);
        }

        return appended;
    }

    // What the fuzzed store keeps of accepted appends is no leak.
    private static async Task<(long Bytes, int Handles)> MeasureAsync(TestApi api)
    {
        using var reset = await api.PostAsync("/stores/memory/reset");
        reset.StatusCode.ShouldBe(HttpStatusCode.OK);
        using var process = Process.GetCurrentProcess();
        return (GC.GetTotalMemory(forceFullCollection: true), process.HandleCount);
    }
}

/// <summary>Memory and handles are those of the process: nothing else runs beside.</summary>
[CollectionDefinition(nameof(FuzzAlone), DisableParallelization = true)]
public sealed class FuzzAlone;
