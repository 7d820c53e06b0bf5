namespace EventSourcingBench.Stores.PostgreSql.Connections;

internal sealed record PostgresOptions(int Lanes, int MaxBatch, int MaxConnections, TimeSpan PollInterval, int FeedBatch = 0)
{
    public static IReadOnlyList<StoreOption> Declared { get; } =
    [
        new("postgres.groupCommit", StoreOptionKind.Switch, "on", "Whether concurrent appends share a transaction and its "
            + "commit; off: one transaction per append."),
        Number("postgres.lanes", "1", 1, 64, "Connections for appends with group commit on, 1 to 64; a stream belongs to one of them."),
        Number("postgres.maxBatch", "256", 1, 10_000, "The maximum number of appends that share a commit, 1 to 10000."),
        MaxConnectionsOf("postgres", "64", minimum: 10),
        PollIntervalOf("postgres"),
        Number("postgres.feedBatch", "5000", 1, 100_000, "The maximum number of events per batch of a subscription or projection, "
            + "1 to 100000."),
    ];

    public static IReadOnlyList<StoreOption> DeclaredForDcb { get; } =
    [
        Number("dcb-postgres.lanes", "1", 1, 16, "Connections that read and append by tags, 1 to 16."),
        Number("dcb-postgres.maxBatch", "64", 1, 1000, "The maximum number of reads and appends that share a round trip and a commit, "
            + "1 to 1000; 1: each separately."),
        MaxConnectionsOf("dcb-postgres", "32", minimum: 24),
        PollIntervalOf("dcb-postgres"),
    ];

    public static PostgresOptions From(StoreOptions options)
    {
        var all = Read(options, "postgres") with { FeedBatch = (int)options.Integer("postgres.feedBatch") };
        // The others are for reads, subscriptions, projections (one each) and notifications.
        var most = all.MaxConnections / 2;
        return options.Switch("postgres.groupCommit")
            ? all with { Lanes = Math.Min(all.Lanes, most) }
            : all with { Lanes = most, MaxBatch = 1 };
    }

    public static PostgresOptions ForDcb(StoreOptions options) => Read(options, "dcb-postgres");

    private static PostgresOptions Read(StoreOptions options, string prefix) => new(
        (int)options.Integer(prefix + ".lanes"),
        (int)options.Integer(prefix + ".maxBatch"),
        (int)options.Integer(prefix + ".maxConnections"),
        options.Duration(prefix + ".pollInterval"));

    private static StoreOption Number(string key, string usual, long minimum, long maximum, string meaning) =>
        new(key, StoreOptionKind.Integer, usual, meaning) { Minimum = minimum, Maximum = maximum };

    private static StoreOption MaxConnectionsOf(string prefix, string usual, long minimum) => Number(
        prefix + ".maxConnections", usual, minimum, 1000, $"The maximum number of connections to the server, {minimum} to 1000.");

    private static StoreOption PollIntervalOf(string prefix) => new(prefix + ".pollInterval", StoreOptionKind.Duration, "500ms",
        "The polling interval of a subscription that is not woken, 10ms to 1m.")
    { Minimum = 10, Maximum = 60_000 };
}
