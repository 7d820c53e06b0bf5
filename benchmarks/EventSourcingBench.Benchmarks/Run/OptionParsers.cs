using System.CommandLine.Parsing;
using EventSourcingBench.Cli;

namespace EventSourcingBench.Benchmarks.Run;

/// <summary>Parses the option values of the benchmarks.</summary>
internal static class OptionParsers
{
    private const int Most = 10_000_000;

    public static IReadOnlyList<int>? Counts(ArgumentResult result)
    {
        var parts = CommonParsers.Split(result).ToList();
        var numbers = parts.Select(p => int.TryParse(p, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0).ToList();
        foreach (var part in parts.Where((_, i) => numbers[i] is < 1 or > Most))
            result.AddError($"'{part}' is not a number from 1 to {Most}: use whole numbers, such as 10,1000,50000.");

        if (numbers.Count == 0 || numbers.Distinct().Count() < numbers.Count)
            result.AddError("Use each number once, such as 10,1000,50000.");

        return numbers;
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

    public static Profile ProfileOf(ArgumentResult result)
    {
        var name = result.Tokens.Single().Value;
        if (Profile.All.FirstOrDefault(p => p.Name == name) is { } profile)
            return profile;

        result.AddError(NameSuggestion.Unknown("profile", name, Profile.All.Select(p => p.Name)).Message);
        return Profile.Quick;
    }
}
