namespace EventSourcingBench.Stores.PostgreSql.Connections;

internal sealed record PostgresOptions(int Lanes, int MaxBatch, int MaxConnections, TimeSpan PollInterval, int FeedBatch)
{
    /// <summary>Connections reserved for reads, subscriptions, projections and notifications.</summary>
    private const int ReservedConnections = 8;

    public static IReadOnlyList<StoreOption> Declared { get; } =
    [
        new("postgres.groupCommit", StoreOptionKind.Switch, "on", "Whether concurrent appends share a transaction and its "
            + "commit; off: one transaction per append."),
        new("postgres.lanes", StoreOptionKind.Integer, "1", "Connections for appends with group commit on, 1 to 64; a stream "
            + "belongs to one of them.") { Minimum = 1, Maximum = 64 },
        new("postgres.maxBatch", StoreOptionKind.Integer, "256", "The maximum number of appends that share "
            + "a commit, 1 to 10000.") { Minimum = 1, Maximum = 10_000 },
        MaxConnectionsOf("postgres", "40", minimum: 10),
        PollIntervalOf("postgres"),
        new("postgres.feedBatch", StoreOptionKind.Integer, "5000", "The maximum number of events per batch of a subscription or "
            + "projection, 1 to 100000.") { Minimum = 1, Maximum = 100_000 },
    ];

    public static IReadOnlyList<StoreOption> DeclaredForDcb { get; } =
    [
        new("dcb-postgres.lanes", StoreOptionKind.Integer, "1", "Connections that read and append by tags, 1 to 16.")
        {
            Minimum = 1,
            Maximum = 16,
        },
        new("dcb-postgres.maxBatch", StoreOptionKind.Integer, "64", "The maximum number of reads and appends that share a round "
            + "trip and a commit, 1 to 1000; 1: each separately.") { Minimum = 1, Maximum = 1000 },
        MaxConnectionsOf("dcb-postgres", "32", minimum: 24),
        PollIntervalOf("dcb-postgres"),
    ];

    public static PostgresOptions From(StoreOptions options)
    {
        var all = Read(options, "postgres", feedBatch: (int)options.Integer("postgres.feedBatch"));
        var most = all.MaxConnections - ReservedConnections;
        return options.Switch("postgres.groupCommit")
            ? all with { Lanes = Math.Min(all.Lanes, most) }
            : all with { Lanes = most, MaxBatch = 1 };
    }

    public static PostgresOptions ForDcb(StoreOptions options) => Read(options, "dcb-postgres", feedBatch: 0);

    private static PostgresOptions Read(StoreOptions options, string prefix, int feedBatch) => new(
        (int)options.Integer(prefix + ".lanes"),
        (int)options.Integer(prefix + ".maxBatch"),
        (int)options.Integer(prefix + ".maxConnections"),
        options.Duration(prefix + ".pollInterval"),
        feedBatch);

    private static StoreOption MaxConnectionsOf(string prefix, string usual, long minimum) => new(
        prefix + ".maxConnections", StoreOptionKind.Integer, usual, $"The maximum number of connections to the server, {minimum} to 1000.")
    {
        Minimum = minimum,
        Maximum = 1000,
    };

    private static StoreOption PollIntervalOf(string prefix) => new(
        prefix + ".pollInterval", StoreOptionKind.Duration, "500ms", "The polling interval of a subscription that is "
            + "not woken, 10ms to 1m.")
    {
        Minimum = 10,
        Maximum = 60_000,
    };
}
