using System.CommandLine.Parsing;
using System.Globalization;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Benchmarks;

/// <summary>Reads option values that are written as people say them: lists with commas, durations with units.</summary>
internal static class OptionParsers
{
    private const int Most = 10_000_000;

    public static IReadOnlyList<string> Names(ArgumentResult result) => Split(result).ToList();

    public static IReadOnlyList<int>? Counts(ArgumentResult result)
    {
        var numbers = new List<int>();
        foreach (var part in Split(result))
        {
            if (int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is > 0 and <= Most)
            {
                numbers.Add(number);
            }
            else
            {
                result.AddError($"'{part}' is not a number from 1 to {Most}: say whole numbers, such as 10,1000,50000.");
            }
        }

        if (numbers.Count == 0 || numbers.Distinct().Count() < numbers.Count)
        {
            result.AddError("Say each number once, such as 10,1000,50000.");
        }

        return numbers;
    }

    public static TimeSpan Duration(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        if (DurationText.TryParse(text, out var duration))
        {
            return duration;
        }

        result.AddError($"'{text}' is not a duration: say a number and a unit, such as 250ms or 2s.");
        return TimeSpan.Zero;
    }

    public static ClientVersions? Versions(ArgumentResult result)
    {
        try
        {
            return ClientVersions.Parse(result.Tokens.Single().Value);
        }
        catch (UserException e)
        {
            result.AddError(e.Message);
            return null;
        }
    }

    public static Profile Profile(ArgumentResult result)
    {
        var name = result.Tokens.Single().Value;
        if (Benchmarks.Profile.All.FirstOrDefault(p => p.Name == name) is { } profile)
        {
            return profile;
        }

        result.AddError(NameSuggestion.Unknown("profile", name, Benchmarks.Profile.All.Select(p => p.Name)).Message);
        return Benchmarks.Profile.Quick;
    }

    public static IReadOnlyDictionary<string, string> KeyValues(ArgumentResult result)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var token in result.Tokens)
        {
            if (token.Value.Split('=', 2) is not [{ Length: > 0 } key, var value] || !values.TryAdd(key, value))
            {
                result.AddError($"'{token.Value}' is not key=value, each key once, such as memory.delay=5ms.");
            }
        }

        return values;
    }

    private static IEnumerable<string> Split(ArgumentResult result) =>
        result.Tokens.SelectMany(t => t.Value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));
}
