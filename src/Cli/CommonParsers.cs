using System.CommandLine.Parsing;

namespace EventSourcingBench.Cli;

/// <summary>Reads option values that are written as people say them: lists with commas, durations with units, keys with values.</summary>
internal static class CommonParsers
{
    public static IReadOnlyList<string> Names(ArgumentResult result) => Split(result).ToList();

    public static TimeSpan? Duration(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        if (DurationText.TryParse(text, out var duration))
            return duration;

        result.AddError($"'{text}' is not a duration: say a number and a unit, such as 250ms, 30s or 5m.");
        return null;
    }

    public static IReadOnlyDictionary<string, string> KeyValues(ArgumentResult result)
    {
        var (option, values) = (((OptionResult)result.Parent!).Option.Name, new Dictionary<string, string>(StringComparer.Ordinal));
        foreach (var token in result.Tokens)
        {
            var parts = token.Value.Split('=', 2);
            if (parts is not [{ Length: > 0 } key, var value])
            {
                result.AddError($"{option}: '{token.Value}' is not key=value, such as memory.delay=5ms.");
                continue;
            }

            if (!values.TryAdd(key, value))
                result.AddError($"{option}: '{key}' is given twice.");
        }

        return values;
    }

    public static IEnumerable<string> Split(ArgumentResult result) =>
        result.Tokens.SelectMany(t => t.Value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));
}
