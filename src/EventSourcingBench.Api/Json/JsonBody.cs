namespace EventSourcingBench.Api.Json;

internal static class JsonBody
{
    /// <exception cref="ProblemException">The body is not JSON, or not of this type. Every invalid field is reported.</exception>
    public static async ValueTask<T> ReadAsync<T>(HttpRequest request)
        where T : class
    {
        // The first comparison avoids parsing the content type of most clients.
        if (request.ContentType != MediaTypeNames.Application.Json && !request.HasJsonContentType())
            throw Problem.UnsupportedMediaType(request.ContentType);

        RequestLimits.Check(request);
        var reader = request.BodyReader;
        // All of it: the reader ends when the client disconnects, and the server limits the size of the body.
        var read = await reader.ReadAtLeastAsync(RequestLimits.BodyBytes + 1, CancellationToken.None);
        // Also after a refusal: the server reuses the connection only after a complete read.
        try
        {
            return Parse(read.Buffer, ApiJson.Of<T>());
        }
        finally
        {
            reader.AdvanceTo(read.Buffer.End);
        }
    }

    private static T Parse<T>(ReadOnlySequence<byte> body, JsonTypeInfo<T> typeInfo)
        where T : class
    {
        try
        {
            var json = new Utf8JsonReader(body);
            if (JsonSerializer.Deserialize(ref json, typeInfo) is { } value && !json.Read())
                return value;
        }
        catch (JsonException)
        {
            // The deserializer stops at its first error; the caller gets all of them.
        }

        throw new ProblemException(Problem.Validation(JsonComplaints.Of(body, typeInfo)));
    }
}
