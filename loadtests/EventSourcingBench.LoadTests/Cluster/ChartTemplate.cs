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
        var parts = Action().Split(template).ToList();
        // Every second part is an action; one that trims takes the white space beside it.
        for (var i = 1; i < parts.Count; i += 2)
        {
            parts[i - 1] = parts[i].StartsWith('-') ? parts[i - 1].TrimEnd() : parts[i - 1];
            parts[i + 1] = parts[i].EndsWith('-') ? parts[i + 1].TrimStart() : parts[i + 1];
            parts[i] = parts[i].Trim('-').Trim();
        }

        var (output, place) = (new StringBuilder(), 0);
        if (Write(parts, ref place, root, root, output) is { } loose)
            throw new FormatException($"{{{{ {loose} }}}} has no beginning.");

        return output.ToString();
    }

    /// <summary>Whether Go's templates take a value as true.</summary>
    public static bool IsTrue(object? value) => value switch
    {
        null or false or "" => false,
        System.Collections.ICollection { Count: 0 } => false,
        IConvertible number and not (string or bool) => number.ToDouble(CultureInfo.InvariantCulture) != 0,
        _ => true,
    };

    // Writes up to an action that it cannot begin with, and answers that one; null at the end. Without an output it only goes there.
    private static string? Write(
        List<string> parts, ref int place, object? dot, Dictionary<string, object?> root, StringBuilder? output)
    {
        for (; place < parts.Count; place++)
        {
            if (place % 2 == 0)
            {
                output?.Append(parts[place]);
                continue;
            }

            var words = parts[place].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            switch (words)
            {
                case ["else" or "end"]:
                    return words[0];
                case ["if", var path]:
                    place++;
                    var isTrue = output is not null && IsTrue(Find(path, dot, root, mayBeMissing: true));
                    if (Write(parts, ref place, dot, root, isTrue ? output : null) == "else")
                    {
                        place++;
                        Write(parts, ref place, dot, root, isTrue ? null : output);
                    }

                    break;
                case ["range", var path]:
                    var begin = ++place;
                    Write(parts, ref place, dot, root, output: null);
                    var end = place;
                    foreach (var item in output is null ? [] : Find(path, dot, root) as List<object?> ?? [])
                    {
                        place = begin;
                        Write(parts, ref place, item, root, output);
                    }

                    place = end;
                    break;
                default:
                    output?.Append(Value(words, dot, root));
                    break;
            }
        }

        return null;
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

    [GeneratedRegex(@"\{\{(?<action>.*?)\}\}", RegexOptions.Singleline)]
    private static partial Regex Action();
}
