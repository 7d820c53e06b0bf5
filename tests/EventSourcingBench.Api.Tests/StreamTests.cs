namespace EventSourcingBench.Api.Tests;

/// <summary>Streams of any events: load and fold, append, both in one request.</summary>
public sealed class StreamTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private const string Data = """{"number":1,"text":"a"}""";

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_stream_is_created_once_loaded_and_appended_to_at_the_version_that_was_read(string store)
    {
        var api = await shared.EmptyAsync(store);
        foreach (var (load, version, loaded) in new[] { (true, 1, 0), (true, 2, 1), (false, 3, 0) })
        {
            var appended = await AppendAsync(api, store, load);
            (appended.Version, appended.Loaded, appended.LoadedVersion).ShouldBe((version, loaded, load ? loaded : null));
        }

        var all = await api.GetAsync<LoadedStream>($"/stores/{store}/streams/item-1/state");
        var part = await api.GetAsync<LoadedStream>($"/stores/{store}/streams/item-1/state?from=2&count=1");

        var hash = ContentHash.Of("ItemChanged", Encoding.UTF8.GetBytes(Data), metadata: []);
        all.ShouldBe(new LoadedStream(3, 3, Digest(hash, 1, 2, 3)));
        part.ShouldBe(new LoadedStream(2, 1, Digest(hash, 2)));
        (await api.GetAsync<LoadedStream>($"/stores/{store}/streams/never/state")).ShouldBe(new LoadedStream(0, 0, Digest(hash)));

        (await SendAsync(api, store, "once", "If-None-Match: *")).StatusCode.ShouldBe(HttpStatusCode.Created);
        await SendAsync(api, store, "once", "If-None-Match: *").ShouldBeWrongVersionAsync();
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_load_stores_a_snapshot_after_many_events_and_the_next_begins_there(string store)
    {
        var api = await shared.EmptyAsync(store);
        for (var i = 0; i < 4; i++)
            await AppendAsync(api, store, load: false);

        var whole = await LoadAsync("");
        (await LoadAsync("?snapshots=5")).ShouldBe(whole);
        (await LoadAsync("?snapshots=3")).ShouldBe(whole);
        (await LoadAsync("?snapshots=3")).ShouldBe(whole with { Events = 0 });
        (await SendAsync(api, store, "item-1?load=true&snapshots=3")).StatusCode.ShouldBe(HttpStatusCode.Created);

        (await LoadAsync("?snapshots=3")).ShouldBe((await LoadAsync("")) with { Events = 1 });

        Task<LoadedStream> LoadAsync(string query) =>
            api.GetAsync<LoadedStream>($"/stores/{store}/streams/item-1/state{query}");
    }

    [Theory]
    [InlineData("0")]
    [InlineData("9223372036854775807")]
    public async Task A_snapshot_of_a_version_that_no_stream_has_is_a_foreign_event(string version)
    {
        var api = await shared.EmptyAsync("memory");
        var snapshot = $$$"""{"type":"StreamSnapshot","data":{"version":{{{version}}},"digest":1}}""";
        (await api.SendAsync("POST /stores/memory/streams/snapshot-item-1", snapshot)).StatusCode.ShouldBe(HttpStatusCode.Created);
        await api.Client.GetAsync("/stores/memory/streams/item-1/state?snapshots=5")
            .ShouldBeProblemAsync(HttpStatusCode.Conflict, "foreign-event");
    }

    [Fact]
    public async Task Data_that_is_not_UTF_8_is_refused()
    {
        var api = await shared.EmptyAsync("memory");
        using var body = new ByteArrayContent([.. "{\"type\":\"T\",\"data\":\""u8, 0xFF, .. "\"}"u8]);
        body.Headers.ContentType = new("application/json");
        (await api.PostAsync("/stores/memory/streams/item-1", body).ShouldBeProblemAsync(HttpStatusCode.BadRequest, "validation"))
            .Detail.ShouldBe("data must be JSON in UTF-8.");
    }

    private static string Digest(ulong hash, params int[] versions) =>
        versions.Aggregate(0UL, (sum, v) => sum + StreamState.DigestOf(v, hash)).ToString("x16", CultureInfo.InvariantCulture);

    private static async Task<AppendedEvent> AppendAsync(TestApi api, string store, bool load) =>
        await (await SendAsync(api, store, load ? "item-1?load=true" : "item-1")).ShouldBeAsync<AppendedEvent>(HttpStatusCode.Created);

    private static Task<HttpResponseMessage> SendAsync(TestApi api, string store, string stream, string headers = "") =>
        api.SendAsync($"POST /stores/{store}/streams/{stream}", $$"""{"type":"ItemChanged","data":{{Data}}}""", headers);
}
