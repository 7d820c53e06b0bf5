using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Measurement.Results;

/// <summary>How the files of a results folder are written and read: strict, and without passwords.</summary>
public static class RunJson
{
    /// <summary>For files that people read.</summary>
    public static JsonSerializerOptions Indented { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false), new RedactedText() },
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { NullItems.Refuse, AllowMissingNulls } },
    };

    /// <summary>For steps, which hold histograms: indented, each number of a bucket would have a separate line.</summary>
    public static JsonSerializerOptions Compact { get; } = new(Indented) { WriteIndented = false };

    // A null is left out when it is written, so a member that may be null may be missing.
    private static void AllowMissingNulls(JsonTypeInfo type)
    {
        foreach (var member in type.Properties.Where(p => p is { IsRequired: true, IsSetNullable: true }))
            member.IsRequired = false;
    }
}

/// <summary>Refuses null in a list or a dictionary whose items may not be null: the serializer looks only at members. Null in its place is
/// refused here as well, because the serializer leaves that to a setter that is replaced.</summary>
internal static class NullItems
{
    public static void Refuse(JsonTypeInfo type)
    {
        var nullability = new NullabilityInfoContext();
        foreach (var member in type.Kind == JsonTypeInfoKind.Object ? type.Properties : [])
        {
            if (member is { Set: { } set, AttributeProvider: PropertyInfo property }
                && nullability.Create(property) is
                {
                    GenericTypeArguments: [.., { ReadState: NullabilityState.NotNull, Type.IsValueType: false }],
                    WriteState: var state,
                })
            {
                member.Set = (owner, value) => set(owner, Checked(value, state != NullabilityState.NotNull));
            }
        }
    }

    private static object? Checked(object? collection, bool mayBeNull)
    {
        if (collection is null && !mayBeNull)
            throw new JsonException("It must not be null.");

        var items = collection is IDictionary dictionary ? dictionary.Values : (IEnumerable?)collection ?? Array.Empty<object>();
        return items.Cast<object?>().ToList().IndexOf(null) is >= 0 and var index
            ? throw new JsonException(FormattableString.Invariant($"Item {index} must not be null.")) : collection;
    }
}

/// <summary>Writes texts without this process's passwords; see <see cref="Secrets"/>.</summary>
internal sealed class RedactedText : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(Secrets.OfThisProcess.Redact(value));

    public override string ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetString()!;

    public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WritePropertyName(value);
}

/// <summary>Reads JSON files, and says what is wrong with one, and where.</summary>
internal static class JsonErrors
{
    // The reader's messages end with the place, in other words.
    private static readonly string[] PlaceMarks = [" Path: ", " LineNumber: "];

    /// <exception cref="FormatException">It cannot be read; the message names the place, and ends with the advice.</exception>
    public static T Read<T>(string path, JsonSerializerOptions options, string advice = "")
    {
        try
        {
            return JsonSerializer.Deserialize<T>(File.ReadAllBytes(path), options)
                ?? throw new JsonException("it must be an object.", path: "$", lineNumber: 0, bytePositionInLine: 0);
        }
        catch (JsonException e)
        {
            throw new FormatException(In(path, e).Message + advice, e);
        }
        catch (FileNotFoundException e)
        {
            throw new FormatException($"{path} is missing: the results folder is not complete.", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new FormatException($"{path} cannot be read: {e.Message}", e);
        }
    }

    /// <summary>Before the whole is read, because a newer version would fail at its first unknown member.</summary>
    /// <exception cref="FormatException">It has another version, or none.</exception>
    public static void RequireVersion(string path, int current)
    {
        var version = Read<JsonElement>(path, RunJson.Indented) is { ValueKind: JsonValueKind.Object } root
            && root.TryGetProperty("schemaVersion", out var element) ? element.GetRawText() : "none";
        if (version != current.ToString(CultureInfo.InvariantCulture))
        {
            throw new FormatException(
                $"{path} has schema version {version} ($.schemaVersion); this program reads version {current}. "
                + "Use the EventSourcingBench that made it.");
        }
    }

    /// <summary>The place and the reason: <c>line 3, $.seed: ...</c>.</summary>
    public static FormatException In(string path, JsonException e)
    {
        var line = e.LineNumber is { } number ? string.Create(CultureInfo.InvariantCulture, $"line {number + 1}") : null;
        var place = string.Join(", ", new[] { line, e.Path }.OfType<string>());
        return new FormatException($"{path} cannot be read: {place}: {Reason(e.Message)}", e);
    }

    private static string Reason(string message)
    {
        var end = PlaceMarks.Select(m => message.IndexOf(m, StringComparison.Ordinal)).Where(i => i >= 0);
        return message[..end.DefaultIfEmpty(message.Length).Min()];
    }
}
