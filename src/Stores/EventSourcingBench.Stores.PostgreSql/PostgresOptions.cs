using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>The options of the store, typed.</summary>
internal sealed record PostgresOptions
{
    /// <summary>Connections that appends leave to reading, subscriptions, projections and notifications.</summary>
    private const int ReservedConnections = 8;

    public static IReadOnlyList<StoreOption> Declared { get; } =
    [
        new("postgres.groupCommit", StoreOptionKind.Switch, "on", "Whether concurrent appends share a transaction and its commit; off: a transaction each."),
        new("postgres.lanes", StoreOptionKind.Integer, "1", "Connections that append with group commit on, 1 to 64; a stream belongs to one of them.") { Minimum = 1, Maximum = 64 },
        new("postgres.maxBatch", StoreOptionKind.Integer, "256", "The most appends that share a commit, 1 to 10000.") { Minimum = 1, Maximum = 10_000 },
        new("postgres.maxConnections", StoreOptionKind.Integer, "40", "The most connections to the server, 10 to 1000.") { Minimum = 10, Maximum = 1000 },
        new("postgres.pollInterval", StoreOptionKind.Duration, "500ms", "How often a subscription looks without being woken, 10ms to 1m.") { Minimum = 10, Maximum = 60_000 },
        new("postgres.feedBatch", StoreOptionKind.Integer, "5000", "The most events that a subscription or projection takes at a time, 1 to 100000.") { Minimum = 1, Maximum = 100_000 },
    ];

    public required int Lanes { get; init; }

    public required int MaxBatch { get; init; }

    public required int MaxConnections { get; init; }

    public required TimeSpan PollInterval { get; init; }

    public required int FeedBatch { get; init; }

    public static PostgresOptions From(StoreOptions options)
    {
        var groupCommit = options.Switch("postgres.groupCommit");
        var maxConnections = (int)options.Integer("postgres.maxConnections");
        var lanes = groupCommit ? (int)options.Integer("postgres.lanes") : int.MaxValue;
        return new PostgresOptions
        {
            Lanes = Math.Min(lanes, maxConnections - ReservedConnections),
            MaxBatch = groupCommit ? (int)options.Integer("postgres.maxBatch") : 1,
            MaxConnections = maxConnections,
            PollInterval = options.Duration("postgres.pollInterval"),
            FeedBatch = (int)options.Integer("postgres.feedBatch"),
        };
    }
}
