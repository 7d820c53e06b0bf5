using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>What the store says of itself.</summary>
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
                SyncMode.Fsync => $"{FileLogOptions.SyncKey}=fsync: the segment is forced to disk before an append is acknowledged; waiting appends share it.",
                SyncMode.Interval => $"{FileLogOptions.SyncKey}=interval: acknowledged when the operating system has it; forced to disk within {given.Text(FileLogOptions.SyncIntervalKey)}.",
                _ => $"{FileLogOptions.SyncKey}=none: acknowledged when the operating system has it; forced to disk when a segment ends and when the store is closed.",
            },
            Mechanism = "One writer puts all waiting appends into the log with one write and one fsync; a signal at each wakes subscriptions; read models are in a SQLite file beside the log.",
            Settings =
            [
                .. given.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
                new EffectiveSetting("recovery.milliseconds", recovery.Elapsed.TotalMilliseconds.ToString("0.0", CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.bytes", recovery.Bytes.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.events", recovery.Events.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.cutBytes", recovery.CutBytes.ToString(CultureInfo.InvariantCulture)),
                new EffectiveSetting("recovery.cut", recovery.Cut),
            ],
        };
    }
}
