namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>The deployment as read from the server; without a replica set it is standalone. A majority is counted among the data nodes,
/// which have a vote. Whether it is journaled (writeConcernMajorityJournalDefault) is null where the user may not read it.</summary>
internal sealed record Deployment(
    string Version, string? ReplicaSet, int DataNodes, string StorageEngine, bool IsPersistent, bool? MajorityIsJournaled)
{
    private const int Unauthorized = 13;

    // Parameters of the server that affect durability and speed; a version lacks some.
    private static readonly string[] Described =
    [
        "syncdelay", "journalCommitInterval", "wiredTigerConcurrentReadTransactions", "wiredTigerConcurrentWriteTransactions",
        "storageEngineConcurrentReadTransactions", "storageEngineConcurrentWriteTransactions", "transactionLifetimeLimitSeconds",
        "featureCompatibilityVersion",
    ];

    /// <summary>Parameters and options in force; empty where the user may not read them.</summary>
    public IReadOnlyDictionary<string, string> InForce { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    public static async Task<Deployment> ReadAsync(IMongoDatabase admin, CancellationToken cancellationToken)
    {
        var hello = await RunAsync(admin, new BsonDocument("hello", 1), cancellationToken);
        var parameters = await RunIfAllowedAsync(admin, new BsonDocument("getParameter", "*"), cancellationToken);
        var status = await RunIfAllowedAsync(admin, "serverStatus", cancellationToken);
        var cache = (status?.GetValue("wiredTiger", null) as BsonDocument)?.GetValue("cache", null) as BsonDocument;
        return From(
            hello,
            await RunAsync(admin, new BsonDocument("buildInfo", 1), cancellationToken),
            status,
            hello.Contains("setName") ? await RunIfAllowedAsync(admin, "replSetGetConfig", cancellationToken) : null) with
        {
            InForce = Described.Select(name => (Name: name, Value: parameters?.GetValue(name, null)))
                .Append((Name: "wiredTiger.cacheBytes", Value: cache?.GetValue("maximum bytes configured", null)))
                .Where(s => s.Value is not null).ToDictionary(s => s.Name, s => s.Value!.ToString()!, StringComparer.Ordinal),
        };
    }

    /// <summary>The answer to a command; null where the user may not give it. Users without the right to read the cluster's state may
    /// still append.</summary>
    public static Task<BsonDocument?> RunIfAllowedAsync(IMongoDatabase admin, string command, CancellationToken cancellationToken) =>
        RunIfAllowedAsync(admin, new BsonDocument(command, 1), cancellationToken);

    private static async Task<BsonDocument?> RunIfAllowedAsync(
        IMongoDatabase admin, BsonDocument command, CancellationToken cancellationToken)
    {
        try
        {
            return await RunAsync(admin, command, cancellationToken);
        }
        catch (MongoCommandException e) when (e.Code == Unauthorized)
        {
            // Unknown settings are not assumed.
            return null;
        }
    }

    private static Task<BsonDocument> RunAsync(IMongoDatabase admin, BsonDocument command, CancellationToken cancellationToken) =>
        admin.RunCommandAsync<BsonDocument>(command, cancellationToken: cancellationToken);

    public static Deployment From(BsonDocument hello, BsonDocument build, BsonDocument? status, BsonDocument? config)
    {
        var engine = status?.GetValue("storageEngine", null) as BsonDocument;
        var inForce = config?.GetValue("config", null) as BsonDocument;
        var members = inForce?.GetValue("members", null) as BsonArray;
        return new Deployment(
            build.GetValue("version", "unknown").AsString,
            hello.TryGetValue("setName", out var name) ? name.AsString : null,
            // All hosts vote. Passive ones may not: for these only the configuration is reliable. Arbiters are listed separately.
            members?.Count(m => IsVoterWithData(m.AsBsonDocument)) ?? (hello.GetValue("hosts", null) as BsonArray)?.Count ?? 0,
            engine?.GetValue("name", "unknown").AsString ?? "unknown",
            engine?.GetValue("persistent", true).ToBoolean() ?? true,
            inForce?.GetValue("writeConcernMajorityJournalDefault", true).ToBoolean());
    }

    public (DurabilityTier Tier, string Reason) Judge(WriteConcern concern)
    {
        var written = Written(concern);
        if (!IsPersistent)
            return (DurabilityTier.Volatile, $"storage engine {StorageEngine} keeps everything in memory.");

        if (concern.Journal != true)
            return (DurabilityTier.Buffered, $"{written}: acknowledged events may be lost in a power failure.");

        if (DataNodes == 1)
            return (DurabilityTier.Fsync, $"{written} on one node: the journal is forced to disk before a write is acknowledged.");

        written += $" on {DataNodes} nodes with data";
        return concern.W is WriteConcern.WMode
            ? (DurabilityTier.Replicated, $"{written}: a write is acknowledged when a majority has it in the journal on disk.")
            : (DurabilityTier.Buffered, $"{written}: on disk at the primary only; another node may become primary without it.");
    }

    public static string Written(WriteConcern concern) => $"w: {concern.W}, j: {(concern.Journal == true ? "true" : "false")}";

    private static bool IsVoterWithData(BsonDocument member) =>
        !member.GetValue("arbiterOnly", false).ToBoolean() && member.GetValue("votes", 1).ToInt32() > 0;
}
