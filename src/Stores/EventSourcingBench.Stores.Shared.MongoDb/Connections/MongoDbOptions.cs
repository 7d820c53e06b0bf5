namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

internal sealed record MongoDbOptions(string WriteConcernName, int MaxConnections, int FeedBatch, bool StreamHeads, int MaxBatch)
{
    private const string Majority = "majority";
    private const string WriteConcernKey = "mongodb.writeConcern";
    private const string MaxConnectionsKey = "mongodb.maxConnections";
    private const string FeedBatchKey = "mongodb.feedBatch";
    private const string StreamHeadsKey = "mongodb.streamHeads";
    private const string MaxBatchKey = "mongodb.maxBatch";

    // After this time the server stops waiting for other nodes, and the outcome is unknown.
    private static readonly TimeSpan ReplicationLimit = TimeSpan.FromSeconds(10);

    public static IReadOnlyList<StoreOption> Common { get; } =
    [
        new(WriteConcernKey, StoreOptionKind.Choice, Majority, "When a write is acknowledged, on every collection: "
            + "majority (w: majority, j: true), journaled (w: 1, j: true) or acknowledged (w: 1, j: false: the buffered tier).")
        { Choices = [Majority, "journaled", "acknowledged"] },
        new(MaxConnectionsKey, StoreOptionKind.Integer, "100", "The maximum number of connections to a server, 10 to 1000.")
        { Minimum = 10, Maximum = 1000 },
        new(FeedBatchKey, StoreOptionKind.Integer, "1000", "The maximum number of documents per batch of a subscription or "
            + "projection, 1 to 10000.") { Minimum = 1, Maximum = 10_000 },
    ];

    public static StoreOption StreamHeadsOption { get; } = new(
        StreamHeadsKey, StoreOptionKind.Switch, "on", "Whether NEventStore updates its Streams collection after each commit, its "
            + "default; snapshots need it.");

    public static StoreOption MaxBatchOption { get; } =
        new(MaxBatchKey, StoreOptionKind.Integer, "256", "The maximum number of appends that share a transaction, 1 to 10000.")
        { Minimum = 1, Maximum = 10_000 };

    public WriteConcern WriteConcern => (WriteConcernName == Majority ? WriteConcern.WMajority : WriteConcern.W1)
        .With(journal: WriteConcernName != "acknowledged", wTimeout: ReplicationLimit);

    /// <summary>The read concern for streams. Reading by majority would miss events that only one node has acknowledged.</summary>
    public ReadConcern ReadConcern => WriteConcernName == Majority ? ReadConcern.Majority : ReadConcern.Local;

    /// <summary>The read concern that shows only what is as durable as an acknowledgement requires. Only reading by majority shows that
    /// the journal has a write.</summary>
    public ReadConcern DurableReadConcern => WriteConcern.Journal == true ? ReadConcern.Majority : ReadConcern.Local;

    public static MongoDbOptions From(StoreOptions options) => new(
        options.Text(WriteConcernKey),
        (int)options.Integer(MaxConnectionsKey),
        (int)options.Integer(FeedBatchKey),
        options.Values.ContainsKey(StreamHeadsKey) && options.Switch(StreamHeadsKey),
        options.Values.ContainsKey(MaxBatchKey) ? (int)options.Integer(MaxBatchKey) : 1);
}
