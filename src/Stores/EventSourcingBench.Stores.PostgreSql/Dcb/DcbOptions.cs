namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The typed options of the DCB stores.</summary>
internal sealed record DcbOptions(int Lanes, int MaxBatch, int MaxConnections, TimeSpan PollInterval)
{
    public static IReadOnlyList<StoreOption> Declared { get; } =
    [
        new("dcb-postgres.lanes", StoreOptionKind.Integer, "1", "Connections that read and append by tags, 1 to 16.")
        {
            Minimum = 1,
            Maximum = 16,
        },
        new("dcb-postgres.maxBatch", StoreOptionKind.Integer, "64", "The maximum number of reads and appends that share a round "
            + "trip and a commit, 1 to 1000; 1: each separately.") { Minimum = 1, Maximum = 1000 },
        new("dcb-postgres.maxConnections", StoreOptionKind.Integer, "32", "The maximum number of connections to "
            + "the server, 24 to 1000.") { Minimum = 24, Maximum = 1000 },
        new("dcb-postgres.pollInterval", StoreOptionKind.Duration, "500ms", "The polling interval of a subscription that is "
            + "not woken, 10ms to 1m.") { Minimum = 10, Maximum = 60_000 },
    ];

    public static DcbOptions From(StoreOptions options) => new(
        (int)options.Integer("dcb-postgres.lanes"),
        (int)options.Integer("dcb-postgres.maxBatch"),
        (int)options.Integer("dcb-postgres.maxConnections"),
        options.Duration("dcb-postgres.pollInterval"));
}
