using System.Buffers;
using System.Net.Mime;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Api;

/// <summary>Reads the body of a request.</summary>
internal static class JsonBody
{
    /// <exception cref="ProblemException">It is not JSON, or not of this type; every field that is wrong is named.</exception>
    public static async ValueTask<T> ReadAsync<T>(HttpRequest request, JsonTypeInfo<T> typeInfo)
        where T : class
    {
        // The first comparison spares the parsing of what nearly every client sends.
        if (request.ContentType != MediaTypeNames.Application.Json && !request.HasJsonContentType())
        {
            throw new ProblemException(Problem.UnsupportedMediaType(request.ContentType));
        }

        RequestLimits.Check(request);

        var reader = request.BodyReader;
        while (true)
        {
            // The reader itself ends when the client goes away.
            var read = await reader.ReadAsync(CancellationToken.None);
            if (read.IsCompleted)
            {
                // Also when it is refused: the server goes on with the connection only after a finished read.
                try
                {
                    return Parse(read.Buffer, typeInfo);
                }
                finally
                {
                    reader.AdvanceTo(read.Buffer.End);
                }
            }

            // The size of the body is the server's to limit.
            reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    private static T Parse<T>(ReadOnlySequence<byte> body, JsonTypeInfo<T> typeInfo)
        where T : class
    {
        try
        {
            var json = new Utf8JsonReader(body);
            if (JsonSerializer.Deserialize(ref json, typeInfo) is { } value && !json.Read())
            {
                return value;
            }
        }
        catch (JsonException)
        {
            // The deserialiser stops at its first complaint; the caller learns of every field.
        }

        throw new ProblemException(Problem.Validation(JsonComplaints.Of(body, typeInfo)));
    }
}
