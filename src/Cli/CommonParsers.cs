namespace EventSourcingBench.Cli;

/// <summary>Reads option values that are written as people say them: lists with commas, durations with units, keys with values.</summary>
internal static class CommonParsers
{
    public static IReadOnlyList<string> Names(ArgumentResult result) => Split(result).ToList();

    public static TimeSpan? Duration(ArgumentResult result) => Read<TimeSpan>(
        result, "is not a duration: say a number and a unit, such as 250ms, 30s or 5m.",
        text => DurationText.TryParse(text, out var duration) ? duration : null);

    public static IReadOnlyDictionary<string, string> KeyValues(ArgumentResult result)
    {
        var (option, values) = (OptionOf(result), new Dictionary<string, string>(StringComparer.Ordinal));
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

    /// <summary>Reads the only value of an option; one that is none is quoted, with what it must be.</summary>
    public static T? Read<T>(ArgumentResult result, string otherwise, Func<string, T?> parse)
        where T : struct
    {
        var text = result.Tokens.Single().Value;
        var value = parse(text);
        if (value is null)
            result.AddError($"{OptionOf(result)}: '{text}' {otherwise}");

        return value;
    }

    private static string OptionOf(ArgumentResult result) => ((OptionResult)result.Parent!).Option.Name;
}
