namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>The deployment as read from the server; without a replica set it is standalone. A majority is counted among the data nodes,
/// which have a vote. Whether it is journaled (writeConcernMajorityJournalDefault) is null where the user may not read it.</summary>
internal sealed record Deployment(
    string Version, string? ReplicaSet, int DataNodes, string StorageEngine, bool IsPersistent, bool? MajorityIsJournaled)
{
    private const int Unauthorized = 13;

    /// <summary>With several nodes, a primary that was replaced answers reads until it notices. A new one may at first not know that a
    /// majority has the latest writes. Only reads in a causally consistent session wait for them; the stores use none.</summary>
    public ReadConsistency Reads => DataNodes > 1 ? ReadConsistency.Eventual : ReadConsistency.Linearizable;

    private BsonDocument? Status { get; init; }

    public static async Task<Deployment> ReadAsync(IMongoDatabase admin, CancellationToken cancellationToken)
    {
        var hello = await RunAsync("hello");
        return From(
            hello,
            await RunAsync("buildInfo"),
            await RunIfAllowedAsync("serverStatus"),
            hello.Contains("setName") ? await RunIfAllowedAsync("replSetGetConfig") : null);

        Task<BsonDocument> RunAsync(string command) =>
            admin.RunCommandAsync<BsonDocument>(new BsonDocument(command, 1), cancellationToken: cancellationToken);

        async Task<BsonDocument?> RunIfAllowedAsync(string command)
        {
            try
            {
                return await RunAsync(command);
            }
            catch (MongoCommandException e) when (e.Code == Unauthorized)
            {
                // Users without the right to read the cluster's state may still append. Unknown settings are not assumed.
                return null;
            }
        }
    }

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
            inForce?.GetValue("writeConcernMajorityJournalDefault", true).ToBoolean())
        { Status = status };
    }

    /// <summary>A value of <c>serverStatus</c>; null where there is none, or the user may not read it.</summary>
    public BsonValue? Find(string path) =>
        path.Split('.').Aggregate((BsonValue?)Status, (at, name) => (at as BsonDocument)?.GetValue(name, null));

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
