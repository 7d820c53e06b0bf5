namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>The typed options of the store.</summary>
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
        new("postgres.maxConnections", StoreOptionKind.Integer, "40", "The maximum number of connections to "
            + "the server, 10 to 1000.") { Minimum = 10, Maximum = 1000 },
        new("postgres.pollInterval", StoreOptionKind.Duration, "500ms", "The polling interval of a subscription that is "
            + "not woken, 10ms to 1m.") { Minimum = 10, Maximum = 60_000 },
        new("postgres.feedBatch", StoreOptionKind.Integer, "5000", "The maximum number of events per batch of a subscription or "
            + "projection, 1 to 100000.") { Minimum = 1, Maximum = 100_000 },
    ];

    public static PostgresOptions From(StoreOptions options)
    {
        var groupCommit = options.Switch("postgres.groupCommit");
        var maxConnections = (int)options.Integer("postgres.maxConnections");
        var lanes = groupCommit ? (int)options.Integer("postgres.lanes") : int.MaxValue;
        return new PostgresOptions(
            Math.Min(lanes, maxConnections - ReservedConnections),
            groupCommit ? (int)options.Integer("postgres.maxBatch") : 1,
            maxConnections,
            options.Duration("postgres.pollInterval"),
            (int)options.Integer("postgres.feedBatch"));
    }
}
