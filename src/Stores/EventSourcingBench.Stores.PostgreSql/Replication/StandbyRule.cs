using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.PostgreSql.Replication;

/// <summary>The parsed <c>synchronous_standby_names</c>: how many standbys a commit waits for, out of how many.</summary>
/// <param name="Acknowledging">The number of standbys a commit waits for; 0 for none.</param>
/// <param name="Named">The number of named standbys; null for <c>*</c>, any standby.</param>
internal sealed partial record StandbyRule(int Acknowledging, int? Named)
{
    /// <summary>Parses <c>ANY k (a, b)</c>, <c>FIRST k (a, b)</c>, <c>k (a, b)</c> and <c>a, b</c>.</summary>
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

    [GeneratedRegex(
        @"^\s*(?:(?:ANY|FIRST)\s+)?(?<count>\d+)\s*\((?<names>.*)\)\s*$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000)]
    private static partial Regex Counted();
}
