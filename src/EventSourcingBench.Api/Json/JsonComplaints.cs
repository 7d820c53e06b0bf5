using System.Buffers;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Api.Json;

/// <summary>Finds all errors of a body that could not be deserialized: one message per field.</summary>
internal static class JsonComplaints
{
    private const string WholeBody = "body";

    public static IReadOnlyDictionary<string, string[]> Of(ReadOnlySequence<byte> body, JsonTypeInfo typeInfo)
    {
        try
        {
            using var document = JsonDocument.Parse(body);
            return document.RootElement.ValueKind != JsonValueKind.Object ? Single(WholeBody, "must be a JSON object.")
                : TryReadNames(document.RootElement, out var names) ? OfMembers(document.RootElement, names, typeInfo)
                : Single(WholeBody, "has a name that is not Unicode text.");
        }
        catch (JsonException e)
        {
            return Single(WholeBody, $"is not JSON: line {e.LineNumber + 1}, byte {e.BytePositionInLine + 1}.");
        }
    }

    private static Dictionary<string, string[]> OfMembers(JsonElement root, IReadOnlyList<string> names, JsonTypeInfo typeInfo)
    {
        var complaints = new Dictionary<string, string[]>(StringComparer.Ordinal);
        foreach (var property in typeInfo.Properties)
        {
            if (!root.TryGetProperty(property.Name, out var value))
            {
                complaints[property.Name] = ["must be given."];
            }
            else if (!Reads(value, typeInfo.Options.GetTypeInfo(property.PropertyType)))
            {
                complaints[property.Name] = [$"must be {Words(property.PropertyType)}."];
            }
        }

        var known = typeInfo.Properties.Select(p => p.Name).ToList();
        foreach (var group in names.GroupBy(n => n, StringComparer.Ordinal))
        {
            if (!known.Contains(group.Key))
            {
                complaints[group.Key] = [$"is not known here; known are {string.Join(", ", known)}."];
            }
            else if (group.Skip(1).Any())
            {
                complaints[group.Key] = ["must be given once."];
            }
        }

        return complaints.Count > 0
            ? complaints
            : throw new InvalidOperationException($"A body was refused as {typeInfo.Type.Name} and nothing is wrong with it.");
    }

    // Invalid UTF-8, or half a surrogate pair, is only detected when a name is decoded.
    private static bool TryReadNames(JsonElement root, out IReadOnlyList<string> names)
    {
        try
        {
            names = [.. root.EnumerateObject().Select(m => m.Name)];
            return true;
        }
        catch (InvalidOperationException)
        {
            names = [];
            return false;
        }
    }

    private static bool Reads(JsonElement value, JsonTypeInfo typeInfo)
    {
        try
        {
            return value.Deserialize(typeInfo) is not null;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static string Words(Type type) =>
        type == typeof(long) || type == typeof(int) ? "a whole number"
        : type == typeof(double) ? "a number"
        : type == typeof(DateTime) ? "a date and time, such as 2020-09-08T00:01:00"
        : type == typeof(DateTimeOffset) ? "a date and time with its offset, such as 2026-11-21T08:00:00Z"
        : type == typeof(IReadOnlyList<Uri>) ? "a list of addresses"
        : type.Name;

    private static Dictionary<string, string[]> Single(string name, string message) =>
        new(StringComparer.Ordinal) { [name] = [message] };
}
