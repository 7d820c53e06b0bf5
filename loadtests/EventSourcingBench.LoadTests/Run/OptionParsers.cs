using System.CommandLine.Parsing;

namespace EventSourcingBench.LoadTests.Run;

internal static class OptionParsers
{
    // What Docker takes at least.
    private const double LeastCpus = 0.01;
    private const long LeastMemory = 6L << 20;

    public static double? Cpus(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var cpus) && cpus >= LeastCpus)
        {
            return cpus;
        }

        result.AddError($"'{text}' is not a number of processors: say one of 0.01 or more, such as 2 or 1.5.");
        return null;
    }

    public static long? Memory(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        var unit = text.Length == 0 ? -1 : "kmg".IndexOf(char.ToLowerInvariant(text[^1]), StringComparison.Ordinal);
        if (unit >= 0 && long.TryParse(text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number <= long.MaxValue >> (10 * (unit + 1)) && number << (10 * (unit + 1)) >= LeastMemory)
        {
            return number << (10 * (unit + 1));
        }

        result.AddError($"'{text}' is not an amount of memory: say a whole number and k, m or g, 6m or more, such as 512m or 4g.");
        return null;
    }

    public static double? Share(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        var isPercent = text.EndsWith('%');
        if (double.TryParse(isPercent ? text[..^1] : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && (isPercent ? number / 100 : number) is <= 1 and var share)
        {
            return share;
        }

        result.AddError($"'{text}' must be a share between 0 and 1, such as 1% or 0.01.");
        return null;
    }
}
