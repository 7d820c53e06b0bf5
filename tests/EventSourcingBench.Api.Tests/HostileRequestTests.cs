namespace EventSourcingBench.Api.Tests;

/// <summary>Names of every form, bodies of every form and events of other domains: no endpoint answers with 500.</summary>
public sealed class HostileRequestTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private static readonly string[] Names =
    [
        "x%20y", "%C3%A9", new string('a', 300), "%00", "..%2F..", "%F0%9F%92%A5",
        "EURUSD", "GBPUSD", "s1", "s2", "s3", "s4", "s5", "c1", "1", "-1",
    ];

    private static readonly string[] Others = ["snapshot", "single-writer"];

    private static readonly string[] Bodies =
    [
        "", "null", "{}", "[]", "{\"\\ud800\":1}", "{\"show\":null,\"seats\":null}",
        "{\"show\":\"\\ud800\",\"seats\":3}", "{\"show\":\"s1\",\"seats\":3}",
        "{\"seat\":1}", "{\"course\":null,\"student\":null}", "{\"course\":\"c1\",\"student\":\"c1\"}",
        "{\"course\":\"c1\",\"places\":1}",
        "{\"student\":\"c1\",\"maxCourses\":1}", "{\"nodes\":null,\"self\":0}",
        "{\"nodes\":[null],\"self\":0}", "{\"nodes\":[\"http://:\"],\"self\":0}",
        "{\"operations\":1}", "{\"from\":null}", "{\"from\":\"2026-11-21T08:00:00Z\"}", "{\"stream\":\"s\"}",
    ];

    // The data of stores that share their tables with others, or were filled by the bulk append.
    private static readonly (string Stream, string Type, string Data)[] Foreign =
    [
        ("show-s1", "Other", "{}"),
        ("show-s2", "ShowCreated", "{\"seats\":-1}"),
        ("show-s3", "ShowCreated", "{\"seats\":2147483647}"),
        ("show-s4", "ShowCreated", "{\"seats\":null}"),
        ("snapshot-show-s5", "ShowSnapshot", "{\"version\":1,\"created\":\"01930000-0000-7000-8000-000000000001\",\"seats\":null}"),
        ("course-c1", "CourseRegistered", "{\"course\":null,\"places\":1}"),
        ("student-c1", "Other", "[]"),
        ("currency-EURUSD", "Other", "{}"),
        (
            "currency-GBPUSD",
            "CurrencyInfoAdded",
            "{\"symbol\":\"GBPUSD\",\"time\":\"2020-09-08T00:01:00\",\"tickVolume\":1,\"realVolume\":0,"
                + "\"high\":1e999,\"low\":1,\"open\":1,\"close\":1,\"apiCallTime\":\"2026-11-21T08:00:00Z\"}"),
    ];

    [Theory]
    [InlineData("memory")]
    [InlineData("sqlite")]
    [InlineData("filelog")]
    public async Task No_endpoint_has_a_defect(string store)
    {
        var api = await shared.EmptyAsync(store);
        await FillAsync(api, store);
        var defects = new List<string>();
        foreach (var (method, path, takesBody) in Routes(api, store))
        {
            foreach (var body in takesBody ? Bodies : [""])
            {
                var type = path.EndsWith("/events", StringComparison.Ordinal) ? BulkLines.MediaType : "application/json";
                using var content = new StringContent(body, MediaTypeHeaderValue.Parse(type));
                using var request = new HttpRequestMessage(new HttpMethod(method), path) { Content = content };
                using var answer = await api.Client.SendAsync(request, Cancel);
                if (answer.StatusCode == HttpStatusCode.InternalServerError)
                    defects.Add($"{method} {path} {body}");
            }
        }

        defects.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("sqlite", "GET", "/enrolments", "", "has the type Other, not one of courses and students.")]
    [InlineData("memory", "GET", "/shows/s1", "", "has the type Other, not one of shows.")]
    [InlineData("memory", "POST", "/shows/s1/reservations", "{\"seat\":1}", "has the type Other, not one of shows.")]
    [InlineData("memory", "POST", "/shows/s1/reservations?strategy=single-writer", "{\"seat\":1}", "has the type Other, not one of shows.")]
    [InlineData("memory", "POST", "/shows/s5/reservations?strategy=snapshot", "{\"seat\":1}", "is not a ShowSnapshot: ")]
    [InlineData("memory", "GET", "/currencies/EURUSD/bars", "", "has the type Other, not CurrencyInfoAdded.")]
    public async Task Events_of_another_domain_are_a_conflict_that_names_what_was_found(
        string store, string method, string path, string body, string found)
    {
        var api = await shared.EmptyAsync(store);
        await FillAsync(api, store);

        (await api.SendAsync($"{method} /stores/{store}{path}", body).ShouldBeProblemAsync(HttpStatusCode.Conflict, "foreign-event"))
            .Detail.ShouldNotBeNull().ShouldContain(found);
    }

    private static async Task FillAsync(TestApi api, string store)
    {
        var events = Foreign.Select((e, i) => $"{{\"stream\":\"{e.Stream}\",\"id\":\"01930000-0000-7000-8000-0000000000{i:00}\","
                + $"\"type\":\"{e.Type}\",\"data\":{e.Data}}}");
        using var answer = await api.PostTextAsync($"/stores/{store}/events", string.Join('\n', events), BulkLines.MediaType);
        answer.StatusCode.ShouldBe(HttpStatusCode.Created);
    }

    // Each route with each name at each of its places; a reset would remove the events.
    private static IEnumerable<(string Method, string Path, bool TakesBody)> Routes(TestApi api, string store)
    {
        foreach (var endpoint in api.App.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>())
        {
            var pattern = endpoint.RoutePattern;
            if (pattern.RawText!.EndsWith("/reset", StringComparison.Ordinal))
                continue;

            var takesBody = endpoint.Metadata.GetMetadata<IAcceptsMetadata>() is not null || pattern.RawText is "/stores/{store}/events";
            var places = pattern.Parameters.Where(p => p.Name != "store").ToList();
            foreach (var name in places.Count == 0 ? [""] : Names)
            {
                var path = places.Aggregate(
                    pattern.RawText.Replace("{store}", store, StringComparison.Ordinal),
                    (p, place) => p.Replace($"{{{place.Name}}}", name, StringComparison.Ordinal));
                foreach (var method in endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods ?? ["GET"])
                {
                    yield return (method, path, takesBody && method != "GET");
                    foreach (var strategy in path.Contains("/shows", StringComparison.Ordinal) && method != "GET" ? Others : [])
                        yield return (method, $"{path}?strategy={strategy}", takesBody);
                }
            }
        }
    }
}
