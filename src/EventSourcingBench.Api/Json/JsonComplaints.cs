namespace EventSourcingBench.Api.Json;

/// <summary>Finds all errors of an object that could not be deserialized: one message per member.</summary>
internal static class JsonComplaints
{
    private const int ShownLetters = 100;

    public static Dictionary<string, string[]> Of(ReadOnlySequence<byte> body, JsonTypeInfo typeInfo)
    {
        var members = typeInfo.Properties.Select(p => new JsonMember(
            p.Name, v => Reads(v, typeInfo.Options.GetTypeInfo(p.PropertyType)), $"must be {Words(p.PropertyType)}."));
        var complaints = Of(
            body, [.. members], "body", "has a name that is not Unicode text.",
            e => $"is not JSON: line {e.LineNumber + 1}, byte {e.BytePositionInLine + 1}.");
        return complaints.Count > 0
            ? complaints : throw new InvalidOperationException($"A body was refused as {typeInfo.Type.Name} and nothing is wrong with it.");
    }

    public static Dictionary<string, string[]> Of(
        ReadOnlySequence<byte> json, IReadOnlyList<JsonMember> members, string whole, string nameless, Func<JsonException, string> noJson)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? OfMembers(document.RootElement, members) : Single("must be a JSON object.");
        }
        catch (JsonException e)
        {
            return Single(noJson(e));
        }
        catch (InvalidOperationException)
        {
            // Invalid UTF-8, or half a surrogate pair, is only detected when a name is decoded.
            return Single(nameless);
        }

        Dictionary<string, string[]> Single(string message) => new(StringComparer.Ordinal) { [whole] = [message] };
    }

    private static Dictionary<string, string[]> OfMembers(JsonElement root, IReadOnlyList<JsonMember> members)
    {
        var complaints = new Dictionary<string, string[]>(StringComparer.Ordinal);
        var given = root.EnumerateObject().ToLookup(m => m.Name, m => m.Value, StringComparer.Ordinal);
        foreach (var member in members)
        {
            var message = !given.Contains(member.Name) ? member.IsOptional ? null : "must be given."
                : given[member.Name].Skip(1).Any() ? "must be given once."
                : member.IsRight(given[member.Name].First()) ? null
                : member.Message;
            if (message is not null)
                complaints[member.Name] = [message];
        }

        foreach (var name in given.Select(g => g.Key).Except(members.Select(m => m.Name), StringComparer.Ordinal))
        {
            complaints[name.Length <= ShownLetters ? name : name[..ShownLetters]] =
                [$"is not known here; known are {string.Join(", ", members.Select(m => m.Name))}."];
        }

        return complaints;
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
        : type == typeof(string) ? "a text"
        : type == typeof(Guid) ? "a UUID"
        : type == typeof(DateTime) ? "a date and time, such as 2020-09-08T00:01:00"
        : type == typeof(DateTimeOffset) ? "a date and time with its offset, such as 2026-11-21T08:00:00Z"
        : type == typeof(IReadOnlyList<Uri>) ? "a list of addresses"
        : type.Name;
}

/// <summary>A member of a JSON object, and what is said where its value is wrong.</summary>
internal sealed record JsonMember(string Name, Func<JsonElement, bool> IsRight, string Message, bool IsOptional = false);
