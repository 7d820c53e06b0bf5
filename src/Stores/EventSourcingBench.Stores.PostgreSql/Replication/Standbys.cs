using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.PostgreSql.Replication;

/// <summary>Derives the durability tier from the primary's standbys.</summary>
internal static class Standbys
{
    /// <summary>
    /// The tier <c>replicated</c> if each commit waits until a majority of all nodes, including the primary, has it on disk,
    /// and enough standbys are streaming; otherwise the tier of the primary alone.
    /// </summary>
    public static async Task<StoreDescription> JudgeAsync(
        PostgresDatabase database, StoreDescription alone, CancellationToken cancellationToken)
    {
        var (setting, synchronous, streaming) = await database.Query(
            "151_standbys", r => (r.GetString(0), r.GetInt64(1), r.GetInt64(2))).FirstOrDefaultAsync(cancellationToken);
        var (tier, reason) = Judge(
            alone,
            setting ?? "",
            alone.Settings.Single(s => s.Name == "synchronous_commit").Value,
            synchronous,
            streaming);
        return alone with { Durability = tier, DurabilityReason = reason };
    }

    private static (DurabilityTier Tier, string Reason) Judge(
        StoreDescription alone, string setting, string synchronousCommit, long synchronous, long streaming)
    {
        var (tier, reason) = (alone.Durability, alone.DurabilityReason);
        var rule = StandbyRule.Parse(setting);
        var nodes = 1 + (rule.Named ?? streaming);
        var settings = $"synchronous_standby_names='{setting}', {synchronous} matching standbys streaming, "
            + $"synchronous_commit={synchronousCommit}";
        if (tier != DurabilityTier.Fsync)
            return (tier, $"{reason} ({settings})");

        if (rule.Acknowledging == 0 || synchronousCommit is "local" or "remote_write")
            return (tier, $"{reason} No commit waits for another node's disk ({settings}).");

        if (2 * (rule.Acknowledging + 1) <= nodes)
            return (tier, $"{reason} Commits wait for {rule.Acknowledging + 1} of {nodes} nodes, which is not a majority ({settings}).");

        return synchronous < rule.Acknowledging
            ? (tier, $"{reason} Commits wait for standbys that are not streaming ({settings}).")
            : (DurabilityTier.Replicated, $"Each commit is on the disks of {rule.Acknowledging + 1} of {nodes} nodes before it "
                + $"is acknowledged: {settings}. {reason}");
    }
}

/// <summary>The parsed <c>synchronous_standby_names</c>: how many standbys a commit waits for, out of how many.</summary>
/// <param name="Acknowledging">The number of standbys a commit waits for; 0 for none.</param>
/// <param name="Named">The number of named standbys; null for <c>*</c>, any standby.</param>
internal sealed partial record StandbyRule(int Acknowledging, int? Named)
{
    /// <summary>Parses <c>ANY k (a, b)</c>, <c>FIRST k (a, b)</c>, <c>k (a, b)</c> and <c>a, b</c>.</summary>
    public static StandbyRule Parse(string setting)
    {
        if (string.IsNullOrWhiteSpace(setting))
            return new StandbyRule(0, 0);

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
