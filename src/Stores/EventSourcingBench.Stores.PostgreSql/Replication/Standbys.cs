namespace EventSourcingBench.Stores.PostgreSql.Replication;

/// <summary>Derives the durability tier from the primary's standbys.</summary>
internal static class Standbys
{
    /// <summary>The tier <c>replicated</c> if each commit waits until a majority of all nodes, including the primary, has it on disk, and
    /// enough standbys are streaming; otherwise the tier of the primary alone.</summary>
    public static async Task<StoreDescription> JudgeAsync(
        PostgresDatabase database, StoreDescription alone, CancellationToken cancellationToken)
    {
        var (setting, synchronous, streaming, hidden) = await database.Query(
            "151_standbys", r => (r.GetString(0), r.GetInt64(1), r.GetInt64(2), r.GetInt64(3))).FirstOrDefaultAsync(cancellationToken);
        var synchronousCommit = alone.Settings.Single(s => s.Name == "synchronous_commit").Value;
        var rule = StandbyRule.Parse(setting ?? "");
        var (acknowledging, nodes, reason) = (rule.Acknowledging, 1 + (rule.Named ?? streaming), alone.DurabilityReason);
        var settings = $"synchronous_standby_names='{setting}', {synchronous} matching standbys streaming, "
            + $"synchronous_commit={synchronousCommit}";
        var (tier, why) = alone.Durability switch
        {
            not DurabilityTier.Fsync => (alone.Durability, $"{reason} ({settings})"),
            _ when acknowledging == 0 || synchronousCommit is "local" or "remote_write" =>
                (alone.Durability, $"{reason} No commit waits for another node's disk ({settings})."),
            _ when hidden > 0 => (alone.Durability,
                $"{reason} The state of {hidden} standbys is hidden from this role: GRANT pg_monitor TO it ({settings})."),
            _ when 2 * (acknowledging + 1) <= nodes => (alone.Durability,
                $"{reason} Commits wait for {acknowledging + 1} of {nodes} nodes, which is not a majority ({settings})."),
            _ when synchronous < acknowledging =>
                (alone.Durability, $"{reason} Commits wait for standbys that are not streaming ({settings})."),
            _ => (DurabilityTier.Replicated, $"Each commit is on the disks of {acknowledging + 1} of {nodes} nodes before it "
                + $"is acknowledged: {settings}. {reason}"),
        };
        return alone with { Durability = tier, DurabilityReason = why };
    }
}

/// <summary>The parsed <c>synchronous_standby_names</c>: how many standbys a commit waits for, out of how many.</summary>
/// <param name="Named">The number of named standbys; null for <c>*</c>, any standby.</param>
internal sealed record StandbyRule(int Acknowledging, int? Named)
{
    /// <summary>Parses <c>ANY k (a, b)</c>, <c>FIRST k (a, b)</c>, <c>k (a, b)</c> and <c>a, b</c>.</summary>
    public static StandbyRule Parse(string setting)
    {
        if (string.IsNullOrWhiteSpace(setting))
            return new StandbyRule(0, 0);

        // The number stands before the parenthesis. A parenthesis can also be in a quoted name.
        var open = setting.IndexOf('(', StringComparison.Ordinal);
        var number = setting[..Math.Max(0, open)].TrimEnd().Split(' ')[^1];
        var isCounted = int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var count);
        var names = (isCounted ? setting[(open + 1)..].TrimEnd(' ', ')') : setting).Split(',', StringSplitOptions.TrimEntries);
        return new StandbyRule(isCounted ? count : 1, names.Contains("*", StringComparer.Ordinal) ? null : names.Length);
    }
}
