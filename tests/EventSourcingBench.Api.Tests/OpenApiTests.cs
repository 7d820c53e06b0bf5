namespace EventSourcingBench.Api.Tests;

public sealed class OpenApiTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Fact]
    public async Task Every_route_has_a_summary_a_good_answer_and_problems_as_refusals_and_an_append_its_headers_and_fields()
    {
        using var document = JsonDocument.Parse(await shared.Api.Client.GetStringAsync("/openapi/v1.json"));
        var operations = document.RootElement.GetProperty("paths").EnumerateObject()
            .SelectMany(p => p.Value.EnumerateObject(), (path, method) => (Path: path.Name, Method: method)).ToList();
        var routes = shared.Api.App.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(e => e.RoutePattern.RawText?.StartsWith("/openapi", StringComparison.Ordinal) is false)
            .SelectMany(e => e.Metadata.GetRequiredMetadata<HttpMethodMetadata>().HttpMethods.Select(m => $"{m} {e.RoutePattern.RawText}"))
            .Order(StringComparer.Ordinal)
            .ToList();

        routes.Count.ShouldBe(40);
        operations.Select(o => $"{o.Method.Name.ToUpperInvariant()} {o.Path}").Order(StringComparer.Ordinal).ShouldBe(routes);
        foreach (var (_, operation) in operations)
        {
            operation.Value.GetProperty("summary").GetString().ShouldNotBeNullOrWhiteSpace();
            var responses = operation.Value.GetProperty("responses").EnumerateObject().ToList();
            responses.ShouldContain(r => r.Name.StartsWith('2'));
            foreach (var refusal in responses.Where(r => r.Name[0] is '4' or '5'))
                refusal.Value.GetProperty("content").EnumerateObject().Single().Name.ShouldBe("application/problem+json");
        }

        var append = document.RootElement.GetProperty("paths").GetProperty("/stores/{store}/currencies/{symbol}/bars").GetProperty("post");
        append.GetProperty("parameters").EnumerateArray().Select(p => p.GetProperty("name").GetString())
            .ShouldBe(["store", "symbol", "If-Match", "If-None-Match", "Idempotency-Key"]);
        document.RootElement.GetProperty("components").GetProperty("schemas").GetProperty("AddCurrencyInfo").GetProperty("required")
            .EnumerateArray().Select(p => p.GetString())
            .ShouldBe(["time", "tickVolume", "realVolume", "high", "low", "open", "close", "apiCallTime"], ignoreOrder: true);
    }
}
