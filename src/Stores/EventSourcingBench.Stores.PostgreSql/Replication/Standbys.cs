using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Replication;

/// <summary>Reads the primary's standbys and derives the durability tier.</summary>
internal sealed class Standbys(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors)
{
    /// <summary>
    /// The tier <c>replicated</c> if each commit waits until a majority of all nodes, including the primary, has it on disk,
    /// and enough standbys are streaming; otherwise the tier of the primary alone.
    /// </summary>
    /// <param name="alone">The tier of the primary alone.</param>
    /// <param name="reason">The reason for that tier.</param>
    /// <param name="synchronousCommit">The setting of that name.</param>
    /// <param name="cancellationToken">Cancels the query.</param>
    public async Task<(DurabilityTier Tier, string Reason)> JudgeAsync(
        DurabilityTier alone, string reason, string synchronousCommit, CancellationToken cancellationToken)
    {
        var (setting, synchronous, streaming) = await new PooledQuery<(string, long, long)>(
            pool, errors, scripts.Get("151_standbys"), r => (r.GetString(0), r.GetInt64(1), r.GetInt64(2)), []).FirstOrDefaultAsync(cancellationToken);
        var rule = StandbyRule.Parse(setting ?? "");
        var nodes = 1 + (rule.Named ?? streaming);
        var settings = $"synchronous_standby_names='{setting}', {synchronous} matching standbys streaming, "
            + $"synchronous_commit={synchronousCommit}";
        if (alone != DurabilityTier.Fsync)
        {
            return (alone, $"{reason} ({settings})");
        }

        if (rule.Acknowledging == 0 || synchronousCommit is "local" or "remote_write")
        {
            return (alone, $"{reason} No commit waits for another node's disk ({settings}).");
        }

        if (2 * (rule.Acknowledging + 1) <= nodes)
        {
            return (alone, $"{reason} Commits wait for {rule.Acknowledging + 1} of {nodes} nodes, which is not a majority ({settings}).");
        }

        return synchronous < rule.Acknowledging
            ? (alone, $"{reason} Commits wait for standbys that are not streaming ({settings}).")
            : (DurabilityTier.Replicated, $"Each commit is on the disks of {rule.Acknowledging + 1} of {nodes} nodes before it "
                + $"is acknowledged: {settings}. {reason}");
    }
}
