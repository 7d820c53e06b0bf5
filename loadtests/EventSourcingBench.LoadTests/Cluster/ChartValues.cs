using YamlDotNet.Core;
using YamlDotNet.Serialization;

namespace EventSourcingBench.LoadTests.Cluster;

/// <summary>The chart's values: its defaults, and over them a user's. Those that the chart does not have, or not of this type, are refused:
/// Helm checks as much by <c>values.schema.json</c>.</summary>
internal static partial class ChartValues
{
    private static readonly IDeserializer Yaml = new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build();

    /// <exception cref="UserException">It is not YAML, or no map of values.</exception>
    public static Dictionary<string, object?> Parse(string yaml, string source) => Read(yaml, source) switch
    {
        null => [],
        Dictionary<string, object?> map => map,
        _ => throw new UserException($"{source} is not a map of values."),
    };

    /// <summary>Puts <c>generators.count=3</c> into a user's values. As in Helm, <c>\.</c> is a dot within a name.</summary>
    /// <exception cref="UserException">The value is not YAML.</exception>
    public static void Set(Dictionary<string, object?> values, string path, string value)
    {
        var names = Array.ConvertAll(Separator().Split(path), n => n.Replace(@"\.", ".", StringComparison.Ordinal));
        foreach (var name in names[..^1])
        {
            if (values.GetValueOrDefault(name) is not { } known)
                values[name] = known = new Dictionary<string, object?>();

            if (known is not Dictionary<string, object?> inner)
                throw new UserException($"{name} must be a map, not {JsonSerializer.Serialize(known)}: {path} is within it.");

            values = inner;
        }

        values[names[^1]] = Read(value, path);
    }

    /// <summary>Puts values over others: maps are merged, all else is replaced.</summary>
    /// <exception cref="UserException">The chart has no such value, or one of another type.</exception>
    public static Dictionary<string, object?> Over(
        Dictionary<string, object?> defaults, Dictionary<string, object?> values, string path = "")
    {
        var merged = new Dictionary<string, object?>(defaults);
        foreach (var (name, value) in values)
        {
            // A map that is empty by default is of labels: it takes any names, and texts only.
            var isOfLabels = defaults.Count == 0;
            if (!defaults.TryGetValue(name, out var standard) && !isOfLabels)
                throw NameSuggestion.Unknown("value of the chart", path + name, defaults.Keys.Select(k => path + k));

            var type = isOfLabels ? "text" : Type(standard);
            if (type is not null && type != Type(value) && (isOfLabels || !IsNumberAsText(type, value)))
                throw new UserException($"{path}{name} must be {type}, not {JsonSerializer.Serialize(value)}.");

            merged[name] = standard is Dictionary<string, object?> map
                ? Over(map, (Dictionary<string, object?>)value!, $"{path}{name}.") : value;
        }

        return merged;
    }

    private static string? Type(object? value) => value switch
    {
        null => null,
        bool => "true or false",
        string => "text",
        Dictionary<string, object?> => "a map",
        List<object?> => "a list",
        float or double => "a number",
        _ => "a whole number",
    };

    // Such as processors: "1" by default, and 2.
    private static bool IsNumberAsText(string? type, object? value) => type == "text" && Type(value) is "a number" or "a whole number";

    private static object? Read(string yaml, string source)
    {
        try
        {
            return Named(Yaml.Deserialize<object?>(yaml));
        }
        catch (YamlException e)
        {
            throw new UserException($"{source} is not valid YAML: {e.Message}", e);
        }
    }

    private static object? Named(object? value) => value switch
    {
        Dictionary<object, object?> map => map.ToDictionary(
            p => Convert.ToString(p.Key, CultureInfo.InvariantCulture)!, p => Named(p.Value), StringComparer.Ordinal),
        List<object?> list => list.ConvertAll(Named),
        _ => value,
    };

    [GeneratedRegex(@"(?<!\\)\.")]
    private static partial Regex Separator();
}
