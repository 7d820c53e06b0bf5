namespace EventSourcingBench.Api.Tests;

/// <summary>A request that is refused, and what the answer names: fields, headers and parameters, or what there is.</summary>
public sealed class RefusedRequestTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private const string BarsPost = "POST currencies/EURUSD/bars";
    private const string Sound = TestApi.SoundBar;
    private const string Stores = "the stores are memory, dcb-memory, sqlite, filelog";

    private TestApi Api => shared.Api;

    // What is wrong with a sound bar in which a text is replaced by another.
    public static TheoryData<string, string, string> Unsound => new()
    {
        { "1.2,", "1.0,", "high" },
        { "1.2,", "1e999,", "high" },
        { "08:00:00Z", "08:00:00+01:00", "apiCallTime" },
        { "9,", "9.5,", "tickVolume" },
        { "9,", "\"9\",", "tickVolume" },
        { "1.1,", "null,", "low" },
        { "2020-09-08T00:01:00", "yesterday", "time" },
        { " \"close\":1.15,", "", "close" },
        { "realVolume", "volume", "realVolume,volume" },
        { "\"tickVolume\":9", "\"tickVolume\":9,\"tickVolume\":9", "tickVolume" },
        { Sound, "{}", "apiCallTime,close,high,low,open,realVolume,tickVolume,time" },
        { Sound, "[]", "body" },
        { Sound, "null", "body" },
        { Sound, "", "body" },
        { Sound, "{\"time\":", "body" },
        { Sound, Sound + "{}", "body" },
    };

    [Theory]
    [MemberData(nameof(Unsound))]
    public Task A_wrong_body_is_refused_with_the_fields_that_are_wrong(string part, string instead, string fields) =>
        What_is_wrong_is_named(BarsPost, Sound.Replace(part, instead, StringComparison.Ordinal), fields);

    [Theory]
    [InlineData("GET currencies/EURUSD/bars?count=0", null, "count")]
    [InlineData("GET currencies/EURUSD/bars?count=10001", null, "count")]
    [InlineData("GET currencies/EURUSD/bars?count=many", null, "count")]
    [InlineData("GET currencies/EURUSD/bars?from=0", null, "from")]
    [InlineData("GET currencies/EURUSD/bars?from=-1", null, "from")]
    [InlineData("GET currencies/EURUSD/bars?from=", null, "from")]
    [InlineData("POST currencies/eurusd/bars", Sound, "symbol")]
    [InlineData("POST streams/item-1", """{"type":"","data":{}}""", "type")]
    [InlineData("POST streams/item-1", """{"data":{}}""", "type")]
    [InlineData("POST streams/item-1", """{"type":"ItemChanged"}""", "data")]
    [InlineData("POST streams/item-1", """{"type":"ItemChanged","data":{},"metadata":{}}""", "metadata")]
    [InlineData("GET streams/a%20b", null, "stream")]
    [InlineData("GET events?after=yesterday", null, "after")]
    [InlineData("PUT projections/currency_bars/delays", "{}", "from")]
    [InlineData("GET projections/currency_bars/rows/7", null, "eventId")]
    [InlineData("POST shows", """{"show":"a b","seats":0}""", "show,seats")]
    [InlineData("GET shows/x%20y", null, "show")]
    [InlineData("GET shows/%C3%A9", null, "show")]
    [InlineData("POST shows/s/reservations", """{"seat":0}""", "seat")]
    [InlineData("POST shows/s/reservations", """{"seat":1,"row":2}""", "row")]
    [InlineData("DELETE shows/s/reservations/x", null, "seat")]
    [InlineData("POST courses", """{"course":"a b","places":0}""", "course,places")]
    [InlineData("POST enrolments/preload", """{"operations":-1,"firstId":"019aab00-0000-7000-8000-000000000000"}""", "operations")]
    [InlineData("POST enrolments/preload", """{"operations":1,"firstId":"019aab00-0000-7000-8000-000000000001"}""", "firstId")]
    [InlineData("POST reset?namespace=A-B", null, "namespace")]
    [InlineData("PUT /nodes", """{"nodes":[],"self":0}""", "nodes")]
    [InlineData("PUT /nodes", """{"nodes":["/x"],"self":0}""", "nodes")]
    [InlineData("PUT /nodes", """{"nodes":["http://127.0.0.1:1/"],"self":1}""", "self")]
    [InlineData("GET streams/item-1/state?snapshots=0", null, "snapshots")]
    [InlineData("GET streams/item-1/state?snapshots=5&count=2", null, "snapshots")]
    [InlineData("GET streams/item-1/state?snapshots=5&from=2", null, "snapshots")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: 1")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: \"0\"")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: \"-1\"")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: \"one\"")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: \"\"")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: *")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: \"1\", \"2\"")]
    [InlineData(BarsPost, Sound, "If-Match", "If-Match: W/\"1\"")]
    [InlineData(BarsPost, Sound, "If-None-Match", "If-None-Match: \"1\"")]
    [InlineData(BarsPost, Sound, "If-None-Match", "If-Match: \"1\"; If-None-Match: *")]
    [InlineData(BarsPost, Sound, "Idempotency-Key", "Idempotency-Key: 7")]
    public async Task What_is_wrong_is_named(string request, string? body, string fields, string headers = "")
    {
        await Api.StartProjectionAsync("memory");

        var errors = (await SendAsync(request, body, headers).ShouldBeInvalidAsync()).Errors;

        errors.ShouldNotBeNull().Keys.ShouldBe(fields.Split(','));
        errors.Values.ShouldAllBe(messages => messages.Length == 1 && messages[0].Length > 0);
        (await Api.GetAsync<EventsPage>("/stores/memory/events")).Events.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_type_that_is_wanted_is_said_in_words() =>
        (await SendAsync("POST courses", """{"course":1,"places":"x"}""").ShouldBeInvalidAsync()).Detail
            .ShouldBe("course must be a text. places must be a whole number.");

    [Fact]
    public async Task Snapshots_of_a_stream_whose_name_is_too_long_for_them_are_refused()
    {
        var errors = (await SendAsync($"GET streams/{new string('s', 195)}/state?snapshots=5", body: null).ShouldBeInvalidAsync()).Errors;
        errors.ShouldNotBeNull().Keys.ShouldBe(["snapshots"]);
    }

    [Theory]
    [InlineData("GET /stores/nix", 404, Stores)]
    [InlineData("GET /stores/nix/projections/currency_bars/totals/EURUSD", 404, Stores)]
    [InlineData("GET /stores/nix/currencies/EURUSD/bars", 404, Stores)]
    [InlineData("GET /stores/nix/events", 404, Stores)]
    [InlineData("PUT /stores/nix/projections/currency_bars", 404, Stores)]
    [InlineData("POST /stores/nix/reset", 404, Stores)]
    [InlineData("GET /nix", 404, Stores)]
    [InlineData("DELETE /stores", 405, "takes GET")]
    [InlineData("GET enrolments", 404, "dynamic consistency boundaries")]
    [InlineData("PUT command-sides/optimistic", 404, "the command sides are optimistic, single-writer, snapshot, akka")]
    [InlineData("PUT command-sides/other", 404, "the command sides are optimistic, single-writer, snapshot, akka")]
    [InlineData("GET projections/x", 404, "There is no projection 'x'. The projections are currency_bars, show_seats, items_1,")]
    [InlineData("GET projections/currency_bars/totals/EURUSD", 404, "no group 'EURUSD'")]
    [InlineData("GET projections/currency_bars/rows/0198c4a2-7d1e-7c3a-9f00-5d0c6f1b2a3e", 404, "no row of event 0198c4a2-7d1e")]
    // Without a running projection there is no read model.
    [InlineData("GET projections/show_seats/rows", 404, "PUT /stores/memory/projections/show_seats")]
    [InlineData("GET projections/show_seats/rows/0198c4a2-7d1e-7c3a-9f00-5d0c6f1b2a3e", 404, "PUT /stores/memory/projections/show_seats")]
    [InlineData("GET projections/show_seats/totals/EURUSD", 404, "PUT /stores/memory/projections/show_seats")]
    [InlineData("POST projections/show_seats/rebuild", 404, "PUT /stores/memory/projections/show_seats")]
    // A route of before names the new one.
    [InlineData("GET projection/delays", 404, "/stores/memory/projections/currency_bars")]
    [InlineData("GET read-model/bars", 404, "/stores/memory/projections/currency_bars")]
    [InlineData("GET currencies/EURUSD", 404, "/stores/memory/projections/currency_bars")]
    [InlineData("GET shows-projection", 404, "/stores/memory/projections/show_seats")]
    [InlineData("GET read-model/shows/s", 404, "/stores/memory/projections/show_seats")]
    public async Task What_is_not_there_is_refused_with_what_there_is(string request, int status, string words)
    {
        await Api.StartProjectionAsync("memory");

        var problem = await SendAsync(request, body: null)
            .ShouldBeProblemAsync((HttpStatusCode)status, status == 404 ? "not-found" : "method-not-allowed");

        problem.Detail.ShouldNotBeNull().ShouldContain(words);
    }

    [Fact]
    public async Task Another_content_type_is_refused()
    {
        var path = TestApi.BarsPath("memory");
        await Api.PostTextAsync(path, Sound, "text/plain")
            .ShouldBeProblemAsync(HttpStatusCode.UnsupportedMediaType, "unsupported-media-type");
        await Api.PostAsync(path).ShouldBeProblemAsync(HttpStatusCode.UnsupportedMediaType, "unsupported-media-type");
    }

    [Theory]
    [InlineData("/noop", false)]
    [InlineData("/noop", true)]
    [InlineData("/stores/memory/currencies/EURUSD/bars", false)]
    [InlineData("/stores/memory/currencies/EURUSD/bars", true)]
    public async Task A_body_of_more_than_64_KB_is_refused(string path, bool chunked)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(new string(' ', 64 * 1024) + Sound, MediaTypeHeaderValue.Parse("application/json")),
        };
        request.Headers.TransferEncodingChunked = chunked;

        await Api.Client.SendAsync(request).ShouldBeProblemAsync(HttpStatusCode.RequestEntityTooLarge, "too-large");
    }

    [Fact]
    public async Task The_sound_body_of_these_tests_is_appended()
    {
        await Api.PostTextAsync(TestApi.BarsPath("memory"), Sound).ShouldBeAppendedAsync();
        await shared.EmptyAsync("memory");
    }

    // Below the store where the path does not begin with a slash.
    private Task<HttpResponseMessage> SendAsync(string line, string? body, string headers = "") =>
        Api.SendAsync(line.Contains(" /", StringComparison.Ordinal) ? line : line.Replace(" ", " /stores/memory/"), body, headers);
}
