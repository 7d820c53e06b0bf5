namespace EventSourcingBench.Stores.FileLog.Settings;

/// <param name="Sync">When the log is forced to disk: before each acknowledgement, once in an interval, or when a segment ends.</param>
/// <param name="Retained">Bytes of full segments to keep; 0 for all.</param>
internal sealed record FileLogOptions(string Sync, TimeSpan SyncInterval, long SegmentSize, long Retained)
{
    public const string Fsync = "fsync";
    public const string Interval = "interval";
    public const string SyncKey = "filelog.sync";
    public const string SyncIntervalKey = "filelog.syncInterval";
    public const string SegmentSizeKey = "filelog.segmentSize";
    public const string RetainBytes = "filelog.retainBytes";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(SyncKey, StoreOptionKind.Choice, Fsync, "fsync: forced to disk before each acknowledgement; interval: "
            + "once in filelog.syncInterval, less durable; none: when a segment is full, least durable")
        { Choices = [Fsync, Interval, "none"] },
        new StoreOption(SyncIntervalKey, StoreOptionKind.Duration, "100ms", "with filelog.sync=interval, the longest time until "
            + "an acknowledged event is on disk; 1ms to 1m") { Minimum = 1, Maximum = 60_000 },
        new StoreOption(SegmentSizeKey, StoreOptionKind.Integer, "67108864", "the size in bytes at which a new segment file "
            + "starts; 4096 to 1073741824") { Minimum = 4096, Maximum = 1 << 30 },
        new StoreOption(RetainBytes, StoreOptionKind.Integer, "0", "bytes of full segments to keep; older ones are removed; 0: keep all")
        { Maximum = long.MaxValue },
    ];

    public static FileLogOptions Read(StoreOptions options) => new(
        options.Text(SyncKey), options.Duration(SyncIntervalKey), options.Integer(SegmentSizeKey), options.Integer(RetainBytes));
}
