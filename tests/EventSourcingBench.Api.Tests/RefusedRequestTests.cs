namespace EventSourcingBench.Api.Tests;

/// <summary>A request of a wrong form is refused with the fields, headers or parameters that are wrong.</summary>
public sealed class RefusedRequestTests
{
    private const string Bar = ValidationTests.Sound;

    [Theory]
    [InlineData("GET currencies/EURUSD/bars?count=0", "", "count")]
    [InlineData("GET currencies/EURUSD/bars?count=10001", "", "count")]
    [InlineData("GET currencies/EURUSD/bars?count=many", "", "count")]
    [InlineData("GET currencies/EURUSD/bars?from=0", "", "from")]
    [InlineData("GET currencies/EURUSD/bars?from=-1", "", "from")]
    [InlineData("GET currencies/EURUSD/bars?from=", "", "from")]
    [InlineData("POST currencies/eurusd/bars", Bar, "symbol")]
    [InlineData("POST currencies/EURUS/bars", Bar, "symbol")]
    [InlineData("POST currencies/EUR-USD/bars", Bar, "symbol")]
    [InlineData("POST streams/item-1", """{"type":"","data":{}}""", "type")]
    [InlineData("POST streams/item-1", """{"data":{}}""", "type")]
    [InlineData("POST streams/item-1", """{"type":"ItemChanged"}""", "data")]
    [InlineData("POST streams/item-1", """{"type":"ItemChanged","data":{},"metadata":{}}""", "metadata")]
    [InlineData("GET streams/a%20b", "", "stream")]
    [InlineData("GET events?after=yesterday", "", "after")]
    [InlineData("PUT projections/currency_bars/delays", "{}", "from")]
    [InlineData("GET projections/currency_bars/rows/7", "", "eventId")]
    [InlineData("POST shows", """{"show":"a b","seats":0}""", "show,seats")]
    [InlineData("GET shows/x%20y", "", "show")]
    [InlineData("GET shows/%C3%A9", "", "show")]
    [InlineData("POST shows/s/reservations", """{"seat":0}""", "seat")]
    [InlineData("POST shows/s/reservations", """{"seat":1,"row":2}""", "row")]
    [InlineData("DELETE shows/s/reservations/x", "", "seat")]
    [InlineData("POST courses", """{"course":"a b","places":0}""", "course,places")]
    [InlineData("POST courses", """{"course":"a","places":"x"}""", "places")]
    public Task What_is_wrong_is_named(string request, string body, string fields) => RefusesAsync(request, body, [], fields);

    [Theory]
    [InlineData("If-Match: 1", "If-Match")]
    [InlineData("If-Match: \"0\"", "If-Match")]
    [InlineData("If-Match: \"-1\"", "If-Match")]
    [InlineData("If-Match: \"one\"", "If-Match")]
    [InlineData("If-Match: \"\"", "If-Match")]
    [InlineData("If-Match: *", "If-Match")]
    [InlineData("If-Match: \"1\", \"2\"", "If-Match")]
    [InlineData("If-Match: W/\"1\"", "If-Match")]
    [InlineData("If-None-Match: \"1\"", "If-None-Match")]
    [InlineData("If-Match: \"1\"; If-None-Match: *", "If-None-Match")]
    [InlineData("Idempotency-Key: 7", "Idempotency-Key")]
    public Task A_wrong_header_is_named(string headers, string wrong) =>
        RefusesAsync("POST currencies/EURUSD/bars", Bar, headers.Split("; "), wrong);

    private static async Task RefusesAsync(string method, string body, string[] headers, string fields)
    {
        await using var api = await TestApi.StartAsync("memory");
        (await api.Client.PutAsync("/stores/memory/projections/currency_bars", content: null)).EnsureSuccessStatusCode();
        var parts = method.Split(' ');
        using var request = new HttpRequestMessage(new HttpMethod(parts[0]), $"/stores/memory/{parts[1]}")
        {
            Content = body.Length == 0 ? null : new StringContent(body, Encoding.UTF8, "application/json"),
        };
        foreach (var header in headers.Select(h => h.Split(": ")))
        {
            request.Headers.TryAddWithoutValidation(header[0], header[1]).ShouldBeTrue();
        }

        var problem = await api.Client.SendAsync(request, TestContext.Current.CancellationToken)
            .ShouldBeInvalidAsync();

        problem.Errors.ShouldNotBeNull().Keys.ShouldBe(fields.Split(','));
    }
}
