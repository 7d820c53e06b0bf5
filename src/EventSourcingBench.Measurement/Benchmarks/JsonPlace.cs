namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>A value in a JSON file that knows where it stands, so that what is missing or has another type can be named.</summary>
internal readonly record struct JsonPlace(JsonElement Element, string Path)
{
    public JsonPlace Object(string name) => OptionalObject(name) ?? throw Wrong(name, "an object");

    public JsonPlace? OptionalObject(string name) =>
        Find(name, "an object", JsonValueKind.Object) is { } value ? new JsonPlace(value, PathOf(name)) : null;

    public IReadOnlyList<JsonPlace> Items(string name)
    {
        var path = PathOf(name);
        return Find(name, "an array", JsonValueKind.Array) is { } items
            ? [.. items.EnumerateArray().Select((item, i) => new JsonPlace(item, FormattableString.Invariant($"{path}[{i}]")))]
            : throw Wrong(name, "an array");
    }

    public string Text(string name) => OptionalText(name) ?? throw Wrong(name, "text");

    public string? OptionalText(string name)
    {
        try
        {
            return Find(name, "text", JsonValueKind.String)?.GetString();
        }
        catch (InvalidOperationException)
        {
            // Half a surrogate pair.
            throw Wrong(name, "Unicode text");
        }
    }

    public long? OptionalInteger(string name) =>
        Find(name, "an integer", JsonValueKind.Number) is not { } value ? null
        : value.TryGetInt64(out var number) ? number
        : throw Wrong(name, "an integer");

    public bool Flag(string name) =>
        Find(name, "true or false", JsonValueKind.True, JsonValueKind.False) is { ValueKind: JsonValueKind.True };

    public IReadOnlyList<double> Numbers(string name)
    {
        var items = Items(name);
        return items.All(i => i.Element.ValueKind == JsonValueKind.Number && double.IsFinite(i.Element.GetDouble()))
            ? [.. items.Select(i => i.Element.GetDouble())]
            : throw Wrong(name, "an array of numbers");
    }

    // Null is what BenchmarkDotNet writes for what it does not know.
    private JsonElement? Find(string name, string wanted, params ReadOnlySpan<JsonValueKind> kinds)
    {
        if (Element.ValueKind != JsonValueKind.Object)
        {
            throw new FormatException($"{(Path.Length == 0 ? "it" : Path)} must be an object.");
        }

        return !Element.TryGetProperty(name, out var value) || value.ValueKind == JsonValueKind.Null ? null
            : kinds.Contains(value.ValueKind) ? value
            : throw Wrong(name, wanted);
    }

    private string PathOf(string name) => Path.Length == 0 ? name : $"{Path}.{name}";

    private FormatException Wrong(string name, string wanted) => new($"{PathOf(name)} must be {wanted}.");
}
