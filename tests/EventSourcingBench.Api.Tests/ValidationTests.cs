using System.Net;
using System.Net.Http.Headers;

namespace EventSourcingBench.Api.Tests;

public sealed class ValidationTests
{
    internal const string Sound = """{"time":"2020-09-08T00:01:00","tickVolume":9,"realVolume":3,"high":1.2,"low":1.1,"open":1.15,"""
        + """ "close":1.15,"apiCallTime":"2026-11-21T08:00:00Z"}""";

    private static readonly string Path = TestApi.BarsPath("memory");

    public static TheoryData<string, string[]> Unsound => new()
    {
        { Sound.Replace("1.2,", "1.0,", StringComparison.Ordinal), ["high"] },
        { Sound.Replace("1.2,", "1e999,", StringComparison.Ordinal), ["high"] },
        { Sound.Replace("\"open\":1.15", "\"open\":1.3", StringComparison.Ordinal), ["open"] },
        { Sound.Replace("9,", "-9,", StringComparison.Ordinal), ["tickVolume"] },
        { Sound.Replace("08:00:00Z", "08:00:00+01:00", StringComparison.Ordinal), ["apiCallTime"] },
        { Sound.Replace("9,", "9.5,", StringComparison.Ordinal), ["tickVolume"] },
        { Sound.Replace("9,", "\"9\",", StringComparison.Ordinal), ["tickVolume"] },
        { Sound.Replace("1.1,", "null,", StringComparison.Ordinal), ["low"] },
        { Sound.Replace("2020-09-08T00:01:00", "yesterday", StringComparison.Ordinal), ["time"] },
        { Sound.Replace(" \"close\":1.15,", "", StringComparison.Ordinal), ["close"] },
        { Sound.Replace("realVolume", "volume", StringComparison.Ordinal), ["realVolume", "volume"] },
        { Sound.Replace("\"tickVolume\":9", "\"tickVolume\":9,\"tickVolume\":9", StringComparison.Ordinal), ["tickVolume"] },
        { "{}", ["time", "tickVolume", "realVolume", "high", "low", "open", "close", "apiCallTime"] },
        { "[]", ["body"] },
        { "null", ["body"] },
        { "", ["body"] },
        { "{\"time\":", ["body"] },
        { Sound + "{}", ["body"] },
    };

    [Theory]
    [MemberData(nameof(Unsound))]
    public async Task A_wrong_body_is_refused_with_the_fields_that_are_wrong(string body, string[] fields)
    {
        await using var api = await TestApi.StartAsync("memory");

        var problem = await api.PostTextAsync(Path, body).ShouldBeInvalidAsync();

        var errors = problem.Errors.ShouldNotBeNull();
        errors.Keys.ShouldBe(fields);
        errors.Values.ShouldAllBe(messages => messages.Length == 1 && messages[0].Length > 0);
        (await api.GetAsync(Path, ApiJson.Default.BarsPage)).Items.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_sound_body_of_these_tests_is_appended()
    {
        await using var api = await TestApi.StartAsync("memory");

        await api.PostTextAsync(Path, Sound).ShouldBeAppendedAsync();
    }

    [Fact]
    public async Task Another_content_type_is_refused()
    {
        await using var api = await TestApi.StartAsync("memory");

        await api.PostTextAsync(Path, Sound, "text/plain")
            .ShouldBeProblemAsync(HttpStatusCode.UnsupportedMediaType, "unsupported-media-type");
        await api.PostAsync(Path).ShouldBeProblemAsync(HttpStatusCode.UnsupportedMediaType, "unsupported-media-type");
    }

    [Theory]
    [InlineData("/noop", false)]
    [InlineData("/noop", true)]
    [InlineData("/stores/memory/currencies/EURUSD/bars", false)]
    [InlineData("/stores/memory/currencies/EURUSD/bars", true)]
    public async Task A_body_of_more_than_64_KB_is_refused(string path, bool chunked)
    {
        await using var api = await TestApi.StartAsync("memory");
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(new string(' ', 64 * 1024) + Sound, MediaTypeHeaderValue.Parse("application/json")),
        };
        request.Headers.TransferEncodingChunked = chunked;

        await api.Client.SendAsync(request).ShouldBeProblemAsync(HttpStatusCode.RequestEntityTooLarge, "too-large");
    }
}
