namespace EventSourcingBench.Api.Json;

/// <summary>Writes answers with a content length, so that small ones are not chunked.</summary>
internal static class JsonAnswer
{
    private const string Json = "application/json; charset=utf-8";

    public static Task WriteAsync<T>(HttpContext context, T value, int status = StatusCodes.Status200OK) =>
        WriteAsync(context, JsonSerializer.SerializeToUtf8Bytes(value, ApiJson.Of<T>()), Json, status);

    public static Task CreatedAsync<T>(HttpContext context, T value) => WriteAsync(context, value, StatusCodes.Status201Created);

    /// <summary>Answers an append: 201 with the version as <c>ETag</c>, or 409.</summary>
    public static Task WriteAsync<T>(HttpContext context, AppendResult result, Func<Appended, T> answer)
    {
        if (result is not Appended appended)
            return WriteAsync(context, Problem.WrongExpectedVersion((WrongExpectedVersion)result));

        context.Response.Headers.ETag = $"\"{appended.StreamVersion}\"";
        return CreatedAsync(context, answer(appended));
    }

    public static Task WriteAsync(HttpContext context, ApiProblem problem) => WriteAsync(
        context, JsonSerializer.SerializeToUtf8Bytes(problem, ApiJson.Default.ApiProblem), "application/problem+json; charset=utf-8",
        problem.Status);

    public static async Task StreamAsync<T>(HttpContext context, IAsyncEnumerable<T> values)
    {
        context.Response.ContentType = Json;
        await JsonSerializer.SerializeAsync(context.Response.Body, values, ApiJson.Of<IAsyncEnumerable<T>>(), context.RequestAborted);
    }

    public static async Task RelayAsync(HttpContext context, HttpResponseMessage answer) => await WriteAsync(
        context, await answer.Content.ReadAsByteArrayAsync(CancellationToken.None),
        answer.Content.Headers.ContentType?.ToString() ?? "application/octet-stream", (int)answer.StatusCode);

    private static async Task WriteAsync(HttpContext context, byte[] body, string contentType, int status)
    {
        var response = context.Response;
        (response.StatusCode, response.ContentType, response.ContentLength) = (status, contentType, body.Length);
        if (RequestTimes.Current is { } times)
            response.Headers[ServerTiming.Header] = ServerTiming.Format(times.End());

        // Without RequestAborted, which would create a token source per request: the server drops unread answers.
        await response.BodyWriter.WriteAsync(body, CancellationToken.None);
    }
}
