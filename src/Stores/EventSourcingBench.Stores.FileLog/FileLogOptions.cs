namespace EventSourcingBench.Stores.FileLog;

/// <summary>The options.</summary>
internal sealed record FileLogOptions
{
    public const string SyncKey = "filelog.sync";
    public const string SyncIntervalKey = "filelog.syncInterval";
    public const string SegmentSizeKey = "filelog.segmentSize";
    public const string RetainBytes = "filelog.retainBytes";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(SyncKey, StoreOptionKind.Choice, "fsync", "fsync: forced to disk before each acknowledgement; interval: "
            + "once in filelog.syncInterval, less durable; none: when a segment is full, least durable")
        {
            Choices = ["fsync", "interval", "none"],
        },
        new StoreOption(SyncIntervalKey, StoreOptionKind.Duration, "100ms", "with filelog.sync=interval, the longest time until "
            + "an acknowledged event is on disk; 1ms to 1m")
        {
            Minimum = 1,
            Maximum = 60_000,
        },
        new StoreOption(SegmentSizeKey, StoreOptionKind.Integer, "67108864", "the size in bytes at which a new segment file "
            + "starts; 4096 to 1073741824")
        {
            Minimum = 4096,
            Maximum = 1 << 30,
        },
        new StoreOption(RetainBytes, StoreOptionKind.Integer, "0", "bytes of full segments to keep; older ones are removed; 0: keep all")
        {
            Maximum = long.MaxValue,
        },
    ];

    public SyncMode Sync { get; init; } = SyncMode.Fsync;

    public TimeSpan SyncInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    public long SegmentSize { get; init; } = 64 << 20;

    /// <summary>Bytes of full segments to keep; 0 for all.</summary>
    public long Retained { get; init; }

    public static FileLogOptions Read(StoreOptions options) => new()
    {
        Sync = Enum.Parse<SyncMode>(options.Text(SyncKey), ignoreCase: true),
        SyncInterval = options.Duration(SyncIntervalKey),
        SegmentSize = options.Integer(SegmentSizeKey),
        Retained = options.Integer(RetainBytes),
    };
}
