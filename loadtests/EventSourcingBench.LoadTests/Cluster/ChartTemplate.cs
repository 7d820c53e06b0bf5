namespace EventSourcingBench.LoadTests.Cluster;

/// <summary>The part of Go's templates that the chart in <c>deploy/kubernetes</c> is written in, so that it can be rendered without Helm:
/// values by path, <c>quote</c>, <c>toYaml | nindent</c>, <c>if</c>, <c>else</c> and <c>range</c>, and trimming of white space.</summary>
internal static partial class ChartTemplate
{
    private static readonly YamlDotNet.Serialization.ISerializer Yaml =
        new YamlDotNet.Serialization.SerializerBuilder().WithQuotingNecessaryStrings(quoteYaml1_1Strings: true).Build();

    /// <exception cref="FormatException">The template has something else in it, or a value that there is not.</exception>
    public static string Render(string template, IReadOnlyDictionary<string, object?> values, string release)
    {
        var root = new Dictionary<string, object?>
        {
            ["Values"] = values,
            ["Release"] = new Dictionary<string, object?> { ["Name"] = release },
        };
        // Every second part is an action.
        var parts = Action().Split(template);
        var output = new StringBuilder();
        var end = Write(parts, 0, root, root, output);
        return end >= parts.Length ? output.ToString() : throw new FormatException($"{{{{ {parts[end]} }}}} has no beginning.");
    }

    /// <summary>Whether Go's templates take a value as true.</summary>
    public static bool IsTrue(object? value) => value switch
    {
        null or false or "" => false,
        System.Collections.ICollection { Count: 0 } => false,
        IConvertible number and not (string or bool) => number.ToDouble(CultureInfo.InvariantCulture) != 0,
        _ => true,
    };

    // Writes up to an action that it cannot begin with, and answers the place of that one. Without an output it only goes there.
    private static int Write(string[] parts, int place, object? dot, Dictionary<string, object?> root, StringBuilder? output)
    {
        for (; place < parts.Length; place++)
        {
            switch (parts[place].Split(' ', StringSplitOptions.RemoveEmptyEntries))
            {
                case var _ when place % 2 == 0:
                    output?.Append(parts[place]);
                    break;
                case ["else" or "end"]:
                    return place;
                case ["if", var path]:
                    var isTrue = output is not null && IsTrue(Find(path, dot, root, mayBeMissing: true));
                    place = Write(parts, place + 1, dot, root, isTrue ? output : null);
                    if (parts.ElementAtOrDefault(place) == "else")
                        place = Write(parts, place + 1, dot, root, isTrue ? null : output);

                    break;
                case ["range", var path]:
                    var begin = place + 1;
                    place = Write(parts, begin, dot, root, output: null);
                    foreach (var item in output is null ? [] : Find(path, dot, root) as List<object?> ?? [])
                        Write(parts, begin, item, root, output);

                    break;
                case var words:
                    output?.Append(Value(words, dot, root));
                    break;
            }
        }

        return place;
    }

    private static string Value(string[] words, object? dot, Dictionary<string, object?> root) => words switch
    {
        [var path] => Text(Find(path, dot, root)),
        [var path, "|", "quote"] => JsonSerializer.Serialize(Text(Find(path, dot, root))),
        ["toYaml", var path, "|", "nindent", var width] when int.TryParse(width, CultureInfo.InvariantCulture, out var n) =>
            "\n" + string.Join('\n', Yaml.Serialize(Find(path, dot, root)).TrimEnd().Split('\n').Select(l => new string(' ', n) + l)),
        _ => throw new FormatException($"{{{{ {string.Join(' ', words)} }}}} is not among what 'cluster render' knows."),
    };

    private static string Text(object? value) => value switch
    {
        null => "",
        bool b => b ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    // A value that is missing is null, as in Go's templates, where it may be.
    private static object? Find(string path, object? dot, Dictionary<string, object?> root, bool mayBeMissing = false)
    {
        var value = path.StartsWith('$') ? root : dot;
        foreach (var name in path.TrimStart('$').Split('.', StringSplitOptions.RemoveEmptyEntries))
        {
            value = value is IReadOnlyDictionary<string, object?> map && map.TryGetValue(name, out var next) ? next
                : mayBeMissing ? null : throw new FormatException($"There is no value {path}.");
        }

        return value;
    }

    // One that trims takes the white space beside it.
    [GeneratedRegex(@"(?:\s*\{\{-|\{\{)\s*(?<action>.*?)\s*(?:-\}\}\s*|\}\})", RegexOptions.Singleline)]
    private static partial Regex Action();
}
