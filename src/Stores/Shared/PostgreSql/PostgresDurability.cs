using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>What a PostgreSQL server's settings make an acknowledgement worth: one rule for every store that uses one.</summary>
internal static class PostgresDurability
{
    /// <summary>What the settings amount to.</summary>
    public static (DurabilityTier Tier, string Reason) Judge(IReadOnlyDictionary<string, string> settings)
    {
        var fsync = settings["fsync"];
        var commit = settings["synchronous_commit"];
        var pages = settings["full_page_writes"];
        return fsync == "off" || commit == "off" || pages == "off"
            ? (DurabilityTier.Buffered, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}: what was acknowledged may be lost with the power.")
            : (DurabilityTier.Fsync, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}, wal_sync_method={settings["wal_sync_method"]}: the write-ahead log is forced to disk before a commit is answered.");
    }
}
