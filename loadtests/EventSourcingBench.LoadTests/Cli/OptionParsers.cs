using System.CommandLine.Parsing;
using System.Globalization;
using EventSourcingBench.Cli;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads the option values of the load suites: numbers in lists, limits of servers.</summary>
internal static class OptionParsers
{
    // What Docker takes at least.
    private const double LeastCpus = 0.01;
    private const long LeastMemory = 6L << 20;

    public static IReadOnlyList<int> Integers(ArgumentResult result) => Numbers<int>(result, "whole numbers, such as 1,2,4,8");

    public static IReadOnlyList<long> Longs(ArgumentResult result) => Numbers<long>(result, "whole numbers, such as 0,10000");

    public static IReadOnlyList<double> Rates(ArgumentResult result) => Numbers<double>(result, "numbers, such as 250,500");

    public static IReadOnlyList<double> Skews(ArgumentResult result) => Numbers<double>(result, "numbers, such as 0.5,1,1.2");

    public static SloRecord? Slo(ArgumentResult result)
    {
        var text = result.Tokens[^1].Value;
        if (SloText.Parse(text) is { } slo)
        {
            return slo;
        }

        result.AddError($"--slo: '{text}' is no bound: {SloText.Complaint}");
        return null;
    }

    public static Routing Routing(ArgumentResult result)
    {
        var text = result.Tokens[^1].Value;
        switch (text)
        {
            case "client":
                return LoadTests.Routing.Client;
            case "node":
                return LoadTests.Routing.Node;
        }

        result.AddError($"--routing: '{text}' is not valid; there are client and node.");
        return default;
    }

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

    public static IReadOnlyList<long> Sizes(ArgumentResult result)
    {
        var sizes = new List<long>();
        foreach (var part in CommonParsers.Split(result))
        {
            if (SizeText.TryParse(part, out var bytes))
            {
                sizes.Add(bytes);
            }
            else
            {
                result.AddError($"'{part}' is not a size: say a whole number and B, KB, MB or GB, such as 64KB.");
            }
        }

        return sizes;
    }

    public static long? Size(ArgumentResult result)
    {
        var text = result.Tokens.Single().Value;
        if (SizeText.TryParse(text, out var bytes))
        {
            return bytes;
        }

        result.AddError($"'{text}' is not a size: say a whole number and B, KB, MB or GB, such as 64MB.");
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

    private static List<T> Numbers<T>(ArgumentResult result, string form)
        where T : ISpanParsable<T>
    {
        var numbers = new List<T>();
        foreach (var part in CommonParsers.Split(result))
        {
            if (T.TryParse(part, CultureInfo.InvariantCulture, out var number))
            {
                numbers.Add(number);
            }
            else
            {
                result.AddError($"'{part}' is not a number: say {form}.");
            }
        }

        return numbers;
    }
}
