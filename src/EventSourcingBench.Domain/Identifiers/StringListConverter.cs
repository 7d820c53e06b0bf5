using System.Buffers;
using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Identifiers;

/// <summary>Reads an array of strings through a pooled buffer: the built-in converter grows a list, which for 50 strings allocates twice as
/// much again as the array itself.</summary>
internal sealed class StringListConverter : JsonConverter<IReadOnlyList<string>>
{
    private const int FirstLength = 64;

    public override IReadOnlyList<string> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
            throw new JsonException("An array of strings is wanted.");

        var buffer = ArrayPool<string>.Shared.Rent(FirstLength);
        var count = 0;
        try
        {
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            {
                if (count == buffer.Length)
                    buffer = Grow(buffer);

                buffer[count++] = reader.TokenType == JsonTokenType.String
                    ? reader.GetString()!
                    : throw new JsonException("An array of strings is wanted.");
            }

            return buffer.AsSpan(0, count).ToArray();
        }
        finally
        {
            Return(buffer, count);
        }
    }

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<string> value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var text in value)
            writer.WriteStringValue(text);

        writer.WriteEndArray();
    }

    private static string[] Grow(string[] buffer)
    {
        var larger = ArrayPool<string>.Shared.Rent(buffer.Length * 2);
        buffer.CopyTo(larger, 0);
        Return(buffer, buffer.Length);
        return larger;
    }

    // The pool must not keep the strings alive.
    private static void Return(string[] buffer, int count)
    {
        Array.Clear(buffer, 0, count);
        ArrayPool<string>.Shared.Return(buffer);
    }
}
