namespace EventSourcingBench.Stores.Shared;

/// <summary>The durability of a PostgreSQL server by its settings: one rule for all stores on PostgreSQL.</summary>
internal static class PostgresDurability
{
    /// <summary>Derives the tier from the settings.</summary>
    public static (DurabilityTier Tier, string Reason) Judge(IReadOnlyDictionary<string, string> settings)
    {
        var fsync = settings["fsync"];
        var commit = settings["synchronous_commit"];
        var pages = settings["full_page_writes"];
        return fsync == "off" || commit == "off" || pages == "off"
            ? (DurabilityTier.Buffered, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}: acknowledged "
                + "events may be lost in a power failure.")
            : (DurabilityTier.Fsync, $"fsync={fsync}, synchronous_commit={commit}, full_page_writes={pages}, "
                + $"wal_sync_method={settings["wal_sync_method"]}: the write-ahead log is forced to disk before a commit is acknowledged.");
    }
}
