namespace EventSourcingBench.Stores.Marten;

internal sealed record MartenOptions(
    bool Rich, bool Inline, string Wakeup, TimeSpan WakeupInterval, bool LockStreams, TimeSpan StaleGap, int ProjectionBatch, int ReadBatch,
    int MaxConnections)
{
    /// <summary>An option of the DCB store only.</summary>
    public const string ForceIndexes = "dcb-marten.forceIndexes";

    public static IReadOnlyList<StoreOption> Declared { get; } =
    [
        new("marten.append", StoreOptionKind.Choice, "quick", "How Marten appends: quick (one call of a function) or rich "
            + "(positions are taken first, in a separate round trip).") { Choices = ["quick", "rich"] },
        new("marten.projection", StoreOptionKind.Choice, "async", "When projections run: async (in the daemon) or inline (in the "
            + "transaction of the append).") { Choices = ["async", "inline"] },
        new("marten.wakeup", StoreOptionKind.Choice, "signal", "What wakes the daemon: signal (appends of this process), notify "
            + "(LISTEN/NOTIFY) or poll (Marten's default).") { Choices = ["signal", "notify", "poll"] },
        new("marten.wakeupInterval", StoreOptionKind.Duration, "500ms", "With signal: the minimum time between wake-ups, 0ms "
            + "(each append) to 10s.") { Maximum = 10_000 },
        new("marten.lockStreams", StoreOptionKind.Switch, "on", "Whether an append with an expected version locks its stream "
            + "first, so that a version conflict takes no position."),
        new("marten.staleGap", StoreOptionKind.Duration, "3s", "How long the daemon waits at a missing position before it checks "
            + "whether to skip it, 100ms to 1m.") { Minimum = 100, Maximum = 60_000 },
        new("marten.projectionBatch", StoreOptionKind.Integer, "500", "The maximum number of events that the daemon projects in "
            + "a transaction, 1 to 10000.") { Minimum = 1, Maximum = 10_000 },
        new("marten.readBatch", StoreOptionKind.Integer, "1000", "The maximum number of events per batch of a read or "
            + "subscription, 1 to 100000.") { Minimum = 1, Maximum = 100_000 },
        new("marten.maxConnections", StoreOptionKind.Integer, "40", "The maximum number of connections to "
            + "the server, 10 to 1000.") { Minimum = 10, Maximum = 1000 },
    ];

    /// <summary>The options of the DCB store, which appends in quick mode and runs no projections.</summary>
    public static IReadOnlyList<StoreOption> DeclaredForDcb { get; } =
    [
        new(ForceIndexes, StoreOptionKind.Switch, "on", "Whether the planner must use indexes; off: its own choice, which is a "
            + "full scan for tables that grow faster than they are analyzed."),
        .. Declared.Where(o => o.Key is "marten.wakeup" or "marten.wakeupInterval" or "marten.staleGap" or "marten.readBatch"
            or "marten.maxConnections"),
    ];

    public static MartenOptions From(StoreOptions options) => ForDcb(options) with
    {
        Rich = options.Text("marten.append") == "rich",
        Inline = options.Text("marten.projection") == "inline",
        LockStreams = options.Switch("marten.lockStreams"),
        ProjectionBatch = (int)options.Integer("marten.projectionBatch"),
    };

    public static MartenOptions ForDcb(StoreOptions options) => new(
        Rich: false, Inline: false, options.Text("marten.wakeup"), options.Duration("marten.wakeupInterval"),
        LockStreams: false, options.Duration("marten.staleGap"), ProjectionBatch: 500,
        (int)options.Integer("marten.readBatch"), (int)options.Integer("marten.maxConnections"));
}
