namespace EventSourcingBench.Api.Tests;

/// <summary>A request that is refused, and what the answer names: fields, headers and parameters, or what there is.</summary>
public sealed class RefusedRequestTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private const string Sound = TestApi.SoundBar;

    private TestApi Api => shared.Api;

    /// <summary>Of a request the snapshot has method and path, below the store where that does not begin with a slash, then body and
    /// headers. Fields are named that are wrong, and what there is where something is not there.</summary>
    [Fact]
    public async Task What_is_wrong_is_named_and_nothing_is_appended()
    {
        await shared.EmptyAsync("memory");
        await Api.StartProjectionAsync("memory");

        await Snapshots.ShouldAnswerAsync("refusals.txt", async line =>
        {
            var parts = line.Split('|', StringSplitOptions.TrimEntries);
            var request = parts[0].Contains(" /", StringComparison.Ordinal) ? parts[0] : parts[0].Replace(" ", " /stores/memory/");
            var type = parts[0] == "POST events" ? BulkLines.MediaType : "application/json";
            var body = parts.ElementAtOrDefault(1)?.Replace("\\n", "\n", StringComparison.Ordinal);
            var problem = await Api.SendAsync(request, body, parts.ElementAtOrDefault(2) ?? "", type).ProblemAsync();
            problem.Errors?.Values.ShouldAllBe(messages => messages.Length == 1 && messages[0].Length > 0);
            var fields = problem.Errors is { } errors ? $"{string.Join(", ", errors.Keys)}: " : "";
            return $"{problem.Status} {problem.Type!.Split('/')[^1]}: {fields}{problem.Detail}";
        });

        (await Api.GetAsync<EventsPage>("/stores/memory/events")).Events.ShouldBeEmpty();
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
}
