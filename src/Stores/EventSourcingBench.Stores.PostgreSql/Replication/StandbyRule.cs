using System.Globalization;
using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What <c>synchronous_standby_names</c> says: how many standbys a commit waits for, out of how many.</summary>
/// <param name="Acknowledging">How many a commit waits for; 0 where it waits for none.</param>
/// <param name="Named">How many are named; null for <c>*</c>, any that there are.</param>
internal sealed partial record StandbyRule(int Acknowledging, int? Named)
{
    /// <summary>Reads <c>ANY k (a, b)</c>, <c>FIRST k (a, b)</c>, <c>k (a, b)</c> and <c>a, b</c>.</summary>
    public static StandbyRule Parse(string setting)
    {
        if (string.IsNullOrWhiteSpace(setting))
        {
            return new StandbyRule(0, 0);
        }

        var match = Counted().Match(setting);
        var acknowledging = match.Success ? int.Parse(match.Groups["count"].ValueSpan, CultureInfo.InvariantCulture) : 1;
        var names = (match.Success ? match.Groups["names"].Value : setting).Split(',', StringSplitOptions.TrimEntries);
        return new StandbyRule(acknowledging, names.Contains("*", StringComparer.Ordinal) ? null : names.Length);
    }

    [GeneratedRegex(@"^\s*(?:(?:ANY|FIRST)\s+)?(?<count>\d+)\s*\((?<names>.*)\)\s*$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Counted();
}
