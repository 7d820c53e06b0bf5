using System.Text.Json;

namespace EventSourcingBench.Measurement;

/// <summary>A value in a JSON file that knows where it stands, so that what is missing can be named.</summary>
internal readonly record struct JsonPlace(JsonElement Element, string Path)
{
    public JsonPlace Object(string name) => OptionalObject(name) ?? throw Missing(name, "object");

    public JsonPlace? OptionalObject(string name) =>
        Find(name, JsonValueKind.Object) is { } value ? new JsonPlace(value, PathOf(name)) : null;

    public IReadOnlyList<JsonPlace> Items(string name)
    {
        var path = PathOf(name);
        return Find(name, JsonValueKind.Array) is { } items
            ? [.. items.EnumerateArray().Select((item, i) => new JsonPlace(item, FormattableString.Invariant($"{path}[{i}]")))]
            : throw Missing(name, "array");
    }

    public string Text(string name) => OptionalText(name) ?? throw Missing(name, "text");

    public string? OptionalText(string name) => Find(name, JsonValueKind.String)?.GetString();

    public long? OptionalInteger(string name) =>
        Find(name, JsonValueKind.Number) is { } value ? value.TryGetInt64(out var number) ? number : throw Missing(name, "whole number") : null;

    public bool Flag(string name) => Find(name, JsonValueKind.True) is not null;

    public IReadOnlyList<double> Numbers(string name)
    {
        var items = Items(name);
        return items.All(i => i.Element.ValueKind == JsonValueKind.Number && double.IsFinite(i.Element.GetDouble()))
            ? [.. items.Select(i => i.Element.GetDouble())]
            : throw Missing(name, "array of numbers");
    }

    private JsonElement? Find(string name, JsonValueKind kind) =>
        Element.ValueKind == JsonValueKind.Object && Element.TryGetProperty(name, out var value) && value.ValueKind == kind ? value : null;

    private string PathOf(string name) => Path.Length == 0 ? name : $"{Path}.{name}";

    private FormatException Missing(string name, string kind) => new($"it has no {kind} {PathOf(name)}.");
}
