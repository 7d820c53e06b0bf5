using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Asks the primary who its standbys are, and what an acknowledgement is worth with them.</summary>
internal sealed class Standbys(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors)
{
    /// <summary>
    /// The tier <c>replicated</c> if each commit waits until a majority of all nodes has it on disk, the primary among
    /// them, and as many standbys stream as it waits for; else what the primary alone is worth.
    /// </summary>
    /// <param name="alone">What the primary is worth alone.</param>
    /// <param name="reason">Why.</param>
    /// <param name="synchronousCommit">The setting of that name.</param>
    /// <param name="cancellationToken">Ends the asking.</param>
    public async Task<(DurabilityTier Tier, string Reason)> JudgeAsync(
        DurabilityTier alone, string reason, string synchronousCommit, CancellationToken cancellationToken)
    {
        var (setting, synchronous, streaming) = await new PooledQuery<(string, long, long)>(
            pool, errors, scripts.Get("151_standbys"), r => (r.GetString(0), r.GetInt64(1), r.GetInt64(2)), []).FirstOrDefaultAsync(cancellationToken);
        var rule = StandbyRule.Parse(setting ?? "");
        var nodes = 1 + (rule.Named ?? streaming);
        var said = $"synchronous_standby_names='{setting}', {synchronous} standbys stream under it, synchronous_commit={synchronousCommit}";
        if (alone != DurabilityTier.Fsync)
        {
            return (alone, $"{reason} ({said})");
        }

        if (rule.Acknowledging == 0 || synchronousCommit is "local" or "remote_write")
        {
            return (alone, $"{reason} No commit waits for another node's disk ({said}).");
        }

        if (2 * (rule.Acknowledging + 1) <= nodes)
        {
            return (alone, $"{reason} Commits wait for {rule.Acknowledging + 1} of {nodes} nodes, which is no majority ({said}).");
        }

        return synchronous < rule.Acknowledging
            ? (alone, $"{reason} Commits wait for standbys that are not there ({said}).")
            : (DurabilityTier.Replicated, $"Each commit is on the disks of {rule.Acknowledging + 1} of {nodes} nodes before it is answered: {said}. {reason}");
    }
}
