namespace EventSourcingBench.Api.Tests;

internal static class Answers
{
    public static async Task<T> ShouldBeAsync<T>(this HttpResponseMessage response, HttpStatusCode status)
        where T : class
    {
        response.StatusCode.ShouldBe(status, await response.Content.ReadAsStringAsync());
        response.Content.Headers.ContentType.ShouldNotBeNull().MediaType.ShouldBe("application/json");
        return (await response.Content.ReadFromJsonAsync(ApiJson.Of<T>())).ShouldNotBeNull();
    }

    public static async Task<AppendedBar> ShouldBeAppendedAsync(this Task<HttpResponseMessage> sending)
    {
        using var response = await sending;
        return await response.ShouldBeAsync<AppendedBar>(HttpStatusCode.Created);
    }

    public static async Task<ApiProblem> ProblemAsync(this Task<HttpResponseMessage> sending)
    {
        using var response = await sending;
        response.Content.Headers.ContentType.ShouldNotBeNull().MediaType
            .ShouldBe("application/problem+json", await response.Content.ReadAsStringAsync());
        var problem = (await response.Content.ReadFromJsonAsync(ApiJson.Default.ApiProblem)).ShouldNotBeNull();
        problem.Status.ShouldBe((int)response.StatusCode);
        problem.Detail.ShouldNotBeNullOrWhiteSpace();
        return problem;
    }

    public static async Task<ApiProblem> ShouldBeProblemAsync(this Task<HttpResponseMessage> sending, HttpStatusCode status, string type)
    {
        var problem = await sending.ProblemAsync();
        problem.Status.ShouldBe((int)status, problem.Detail);
        problem.Type.ShouldEndWith("/" + type);
        return problem;
    }

    public static Task<ApiProblem> ShouldBeInvalidAsync(this Task<HttpResponseMessage> sending) =>
        sending.ShouldBeProblemAsync(HttpStatusCode.BadRequest, "validation");

    public static Task<ApiProblem> ShouldBeNotFoundAsync(this Task<HttpResponseMessage> sending) =>
        sending.ShouldBeProblemAsync(HttpStatusCode.NotFound, "not-found");

    public static Task<ApiProblem> ShouldBeWrongVersionAsync(this Task<HttpResponseMessage> sending) =>
        sending.ShouldBeProblemAsync(HttpStatusCode.Conflict, "wrong-expected-version");

    public static Task<ApiProblem> ShouldBeUnavailableAsync(this Task<HttpResponseMessage> sending) =>
        sending.ShouldBeProblemAsync(HttpStatusCode.ServiceUnavailable, "store-unavailable");

    /// <summary>The refusal, with the seats that are taken, or null where the command was accepted.</summary>
    public static async Task<string?> RefusalAsync(this Task<HttpResponseMessage> sending)
    {
        using var response = await sending;
        if (response.StatusCode == HttpStatusCode.Created)
        {
            (await response.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("eventId").GetGuid().ShouldNotBe(Guid.Empty);
            return null;
        }

        response.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        var problem = (await response.Content.ReadFromJsonAsync(ApiJson.Default.ApiProblem)).ShouldNotBeNull();
        var taken = problem.Taken is { Count: > 0 } ? $" taken {string.Join(' ', problem.Taken)}" : "";
        return problem.Refusal.ShouldNotBeNull() + taken;
    }

    public static async Task ShouldBeEmptyAsync(this Task<HttpResponseMessage> sending)
    {
        using var response = await sending;
        response.StatusCode.ShouldBe(HttpStatusCode.NoContent, await response.Content.ReadAsStringAsync());
    }
}
