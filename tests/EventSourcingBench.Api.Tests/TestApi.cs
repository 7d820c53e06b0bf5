using Microsoft.AspNetCore.Builder;

namespace EventSourcingBench.Api.Tests;

/// <summary>The API over a real Kestrel on a free port, with its own stores.</summary>
internal sealed class TestApi(WebApplication app, IAsyncDisposable stores) : IAsyncDisposable
{
    public const string SoundBar = """{"time":"2020-09-08T00:01:00","tickVolume":9,"realVolume":3,"high":1.2,"low":1.1,"open":1.15,"""
        + """ "close":1.15,"apiCallTime":"2026-11-21T08:00:00Z"}""";

    public static TheoryData<string> Stores => ["memory", "sqlite"];

    public HttpClient Client { get; } = new() { BaseAddress = new Uri(app.Urls.Single()) };

    public WebApplication App => app;

    public static async Task<TestApi> StartAsync(
        string store, bool allowReset = true, ReservationOptions? reservations = null, string? ns = null,
        bool serverTiming = false, TimeProvider? time = null)
    {
        var options = Options(store, allowReset) with
        {
            Reservations = reservations ?? new ReservationOptions(),
            Namespace = ns,
            ServerTiming = serverTiming,
        };
        var stores = await OpenStores.OpenAsync(options, time ?? TimeProvider.System, CancellationToken.None);
        return await StartAsync(stores.Stores, stores.Nodes, stores, options);
    }

    /// <summary>With a store of the test's own, named <c>broken</c>.</summary>
    public static async Task<TestApi> StartAsync(IStore store)
    {
        var stores = new HostedStores(
            [new HostedStore("broken", "A store of this test", (_, _) => Task.FromResult(Open(store)), Open(store), TimeProvider.System)]);
        return await StartAsync(stores, new ApiNodes(TimeProvider.System), stores, Options("broken", allowReset: true));
    }

    /// <summary>Tells each of the nodes where all of them are.</summary>
    public static async Task IntroduceAsync(params TestApi[] nodes)
    {
        Uri[] addresses = [.. nodes.Select(n => n.Client.BaseAddress!)];
        for (var self = 0; self < nodes.Length; self++)
            (await nodes[self].PutAsync("/nodes", new NodeList(addresses, self))).EnsureSuccessStatusCode();
    }

    public static AddCurrencyInfo Bar(long tickVolume = 9, DateTimeOffset? apiCallTime = null) =>
        JsonSerializer.Deserialize(SoundBar, ApiJson.Default.AddCurrencyInfo)! with
        { TickVolume = tickVolume, ApiCallTime = apiCallTime ?? DateTimeOffset.UtcNow };

    public static string BarsPath(string store, string symbol = "EURUSD") => $"/stores/{store}/currencies/{symbol}/bars";

    public Task<HttpResponseMessage> AppendAsync(
        string store, AddCurrencyInfo? bar = null, string symbol = "EURUSD", string headers = "") => SendAsync(
        $"POST {BarsPath(store, symbol)}", JsonSerializer.Serialize(bar ?? Bar(), ApiJson.Default.AddCurrencyInfo), headers);

    public Task<HttpResponseMessage> PostAsync(string path, HttpContent? content = null) => Client.PostAsync(path, content);

    public Task<HttpResponseMessage> PostTextAsync(string path, string body, string type = "application/json", string? key = null) =>
        SendAsync($"POST {path}", body, key is null ? "" : $"Idempotency-Key: {key}", type);

    /// <summary>Sends a request: method and path, a body, headers as <c>Name: value; Name: value</c>.</summary>
    public async Task<HttpResponseMessage> SendAsync(string line, string? body, string headers = "", string type = "application/json")
    {
        var parts = line.Split(' ');
        using var content = body is null ? null : new StringContent(body, MediaTypeHeaderValue.Parse(type));
        using var request = new HttpRequestMessage(new HttpMethod(parts[0]), parts[1]) { Content = content };
        foreach (var header in headers.Split("; ", StringSplitOptions.RemoveEmptyEntries).Select(h => h.Split(": ")))
            request.Headers.TryAddWithoutValidation(header[0], header[1]).ShouldBeTrue();

        return await Client.SendAsync(request, Cancel);
    }

    public async Task<T> GetAsync<T>(string path)
        where T : class
    {
        using var response = await Client.GetAsync(path);
        return await response.ShouldBeAsync<T>(HttpStatusCode.OK);
    }

    public Task<HttpResponseMessage> PutAsync<T>(string path, T body) => Client.PutAsync(path, JsonContent.Create(body, ApiJson.Of<T>()));

    public async Task<ProjectionState> StartProjectionAsync(string store)
    {
        using var response = await Client.PutAsync($"/stores/{store}/projections/currency_bars", content: null);
        return await response.ShouldBeAsync<ProjectionState>(HttpStatusCode.OK);
    }

    public async Task<ProjectionState> CaughtUpAsync(string store, long rows)
    {
        var path = $"/stores/{store}/projections/currency_bars";
        var state = await GetAsync<ProjectionState>(path);
        for (var i = 0; i < 500 && !(state.CaughtUp && state.Rows == rows); i++)
        {
            await Task.Delay(10);
            state = await GetAsync<ProjectionState>(path);
        }

        state.Rows.ShouldBe(rows);
        return state;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await app.StopAsync();
        await app.DisposeAsync();
        await stores.DisposeAsync();
    }

    private static OpenStore Open(IStore store) => new(
        "broken",
        "test",
        store,
        new ReservationSides(store, new ReservationOptions(), new CommandSideHost(new(), "test"), TimeProvider.System),
        TimeProvider.System);

    private static async Task<TestApi> StartAsync(
        HostedStores hosted, ApiNodes nodes, IAsyncDisposable stores, ApiOptions options)
    {
        var app = ApiApplication.Build(hosted, nodes, options, TimeProvider.System);
        await app.StartAsync();
        return new TestApi(app, stores);
    }

    private static ApiOptions Options(string store, bool allowReset) =>
        new(store.Split(','), "http://127.0.0.1:0", new Dictionary<string, string>(), new ReservationOptions(), [], AllowReset: allowReset);
}
