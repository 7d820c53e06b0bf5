namespace EventSourcingBench.Stores.FileLog;

/// <summary>Describes the store and its durability.</summary>
internal static class FileLogDescription
{
    public static StoreDescription Of(FileLogOptions options, StoreOptions given, RecoveryReport recovery)
    {
        var version = typeof(FileLogDescription).Assembly.GetName().Version!.ToString(3);
        return new StoreDescription
        {
            ServerVersion = "filelog " + version,
            ClientVersion = ".NET " + Environment.Version,
            Durability = options.Sync == SyncMode.Fsync ? DurabilityTier.Fsync : DurabilityTier.Buffered,
            DurabilityReason = options.Sync switch
            {
                SyncMode.Fsync => $"{FileLogOptions.SyncKey}=fsync: the segment is forced to disk before an append is acknowledged; "
                    + "waiting appends share it.",
                SyncMode.Interval => $"{FileLogOptions.SyncKey}=interval: acknowledged after the write, without fsync; forced to "
                    + $"disk within {given.Text(FileLogOptions.SyncIntervalKey)}.",
                _ => $"{FileLogOptions.SyncKey}=none: acknowledged after the write, without fsync; forced to disk when a segment "
                    + "is full and when the store is closed.",
            },
            Mechanism = "One writer writes all waiting appends with one write and one fsync, then signals subscriptions; read "
                + "models are in a SQLite file next to the log.",
            Settings =
            [
                .. given.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
                new EffectiveSetting(
                    "recovery.milliseconds", recovery.Elapsed.TotalMilliseconds.ToString("0.0", CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.bytes", recovery.Bytes.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.events", recovery.Events.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.cutBytes", recovery.CutBytes.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.cut", recovery.Cut),
            ],
        };
    }
}
