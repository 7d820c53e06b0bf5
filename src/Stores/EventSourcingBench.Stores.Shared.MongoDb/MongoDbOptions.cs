using EventSourcingBench.Abstractions;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The options of the stores on MongoDB, typed.</summary>
internal sealed record MongoDbOptions
{
    public const string Majority = "majority";
    public const string Journaled = "journaled";
    public const string Acknowledged = "acknowledged";

    private const string WriteConcernKey = "mongodb.writeConcern";
    private const string MaxConnectionsKey = "mongodb.maxConnections";
    private const string FeedBatchKey = "mongodb.feedBatch";
    private const string StreamHeadsKey = "mongodb.streamHeads";
    private const string MaxBatchKey = "mongodb.maxBatch";

    // Past it the server gives up waiting for the other nodes, and the outcome is unknown.
    private static readonly TimeSpan ReplicationLimit = TimeSpan.FromSeconds(10);

    public static IReadOnlyList<StoreOption> Common { get; } =
    [
        new(WriteConcernKey, StoreOptionKind.Choice, Majority, "When a write is answered, on every collection: majority (w: majority, j: true), journaled (w: 1, j: true) or acknowledged (w: 1, j: false: the buffered tier).")
        {
            Choices = [Majority, Journaled, Acknowledged],
        },
        new(MaxConnectionsKey, StoreOptionKind.Integer, "100", "The most connections to a server, 10 to 1000.") { Minimum = 10, Maximum = 1000 },
        new(FeedBatchKey, StoreOptionKind.Integer, "1000", "The most documents that a subscription or projection takes at a time, 1 to 10000.") { Minimum = 1, Maximum = 10_000 },
    ];

    public static StoreOption StreamHeadsOption { get; } =
        new(StreamHeadsKey, StoreOptionKind.Switch, "on", "Whether NEventStore keeps its Streams collection (what snapshots need) after each commit, as is its default.");

    public static StoreOption MaxBatchOption { get; } =
        new(MaxBatchKey, StoreOptionKind.Integer, "256", "The most appends that share a transaction, 1 to 10000.") { Minimum = 1, Maximum = 10_000 };

    public required string WriteConcernName { get; init; }

    public required int MaxConnections { get; init; }

    public required int FeedBatch { get; init; }

    public bool StreamHeads { get; init; }

    public int MaxBatch { get; init; } = 1;

    public WriteConcern WriteConcern => WriteConcernName switch
    {
        Majority => WriteConcern.WMajority.With(journal: true, wTimeout: ReplicationLimit),
        Journaled => WriteConcern.W1.With(journal: true, wTimeout: ReplicationLimit),
        _ => WriteConcern.W1.With(journal: false, wTimeout: ReplicationLimit),
    };

    /// <summary>
    /// What streams are read with. With a write that one node answered, a majority may not have it yet: reading by majority
    /// would not find what was acknowledged.
    /// </summary>
    public ReadConcern ReadConcern => WriteConcernName == Majority ? ReadConcern.Majority : ReadConcern.Local;

    public static MongoDbOptions From(StoreOptions options) => new()
    {
        WriteConcernName = options.Text(WriteConcernKey),
        MaxConnections = (int)options.Integer(MaxConnectionsKey),
        FeedBatch = (int)options.Integer(FeedBatchKey),
        StreamHeads = options.Values.ContainsKey(StreamHeadsKey) && options.Switch(StreamHeadsKey),
        MaxBatch = options.Values.ContainsKey(MaxBatchKey) ? (int)options.Integer(MaxBatchKey) : 1,
    };
}
