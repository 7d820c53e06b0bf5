namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>The server's deployment, as read from the server.</summary>
/// <param name="Version">The server's version.</param>
/// <param name="ReplicaSet">The replica set's name; null for a standalone server.</param>
/// <param name="DataNodes">The nodes with data and a vote. A majority is counted among them.</param>
/// <param name="StorageEngine">Its name.</param>
/// <param name="IsPersistent">False for a storage engine in memory.</param>
/// <param name="MajorityIsJournaled">The replica set's writeConcernMajorityJournalDefault; null where the user may not read it.</param>
internal sealed record Deployment(
    string Version, string? ReplicaSet, int DataNodes, string StorageEngine, bool IsPersistent, bool? MajorityIsJournaled)
{
    private const int Unauthorized = 13;

    public static async Task<Deployment> ReadAsync(IMongoDatabase admin, CancellationToken cancellationToken)
    {
        var hello = await RunAsync(admin, "hello", cancellationToken);
        var build = await RunAsync(admin, "buildInfo", cancellationToken);
        var status = await RunIfAllowedAsync(admin, "serverStatus", cancellationToken);
        var config = hello.Contains("setName") ? await RunIfAllowedAsync(admin, "replSetGetConfig", cancellationToken) : null;
        return From(hello, build, status, config);
    }

    public static Deployment From(BsonDocument hello, BsonDocument build, BsonDocument? status, BsonDocument? config)
    {
        var engine = status?.GetValue("storageEngine", null) as BsonDocument;
        var inForce = config?.GetValue("config", null) as BsonDocument;
        var members = inForce?.GetValue("members", null) as BsonArray;
        return new Deployment(
            build.GetValue("version", "unknown").AsString,
            hello.TryGetValue("setName", out var name) ? name.AsString : null,
            // All hosts vote, except possibly passive ones, for which only the configuration is reliable. Arbiters are listed
            // separately.
            members?.Count(m => IsVoterWithData(m.AsBsonDocument)) ?? Count(hello, "hosts"),
            engine?.GetValue("name", "unknown").AsString ?? "unknown",
            engine?.GetValue("persistent", true).ToBoolean() ?? true,
            inForce?.GetValue("writeConcernMajorityJournalDefault", true).ToBoolean());
    }

    /// <summary>Derives the tier from the settings.</summary>
    public (DurabilityTier Tier, string Reason) Judge(WriteConcern concern)
    {
        var journaled = concern.Journal == true;
        var isMajority = concern.W is WriteConcern.WMode;
        var written = Written(concern);
        var nodes = DataNodes == 1 ? "one node" : string.Create(CultureInfo.InvariantCulture, $"{DataNodes} nodes with data");
        if (!IsPersistent)
            return (DurabilityTier.Volatile, $"storage engine {StorageEngine} keeps everything in memory.");

        if (!journaled)
            return (DurabilityTier.Buffered, $"{written}: acknowledged events may be lost in a power failure.");

        if (DataNodes == 1)
            return (DurabilityTier.Fsync, $"{written} on {nodes}: the journal is forced to disk before a write is acknowledged.");

        return isMajority
            ? (DurabilityTier.Replicated, $"{written} on {nodes}: a write is acknowledged when a majority has it in the journal on disk.")
            : (DurabilityTier.Buffered, $"{written} on {nodes}: on disk at the primary only; another node may become primary without it.");
    }

    public static string Written(WriteConcern concern) => $"w: {concern.W}, j: {(concern.Journal == true ? "true" : "false")}";

    private static bool IsVoterWithData(BsonDocument member) =>
        !member.GetValue("arbiterOnly", false).ToBoolean() && member.GetValue("votes", 1).ToInt32() > 0;

    private static int Count(BsonDocument hello, string field) => hello.GetValue(field, null) is BsonArray array ? array.Count : 0;

    private static Task<BsonDocument> RunAsync(IMongoDatabase admin, string command, CancellationToken cancellationToken) =>
        admin.RunCommandAsync<BsonDocument>(new BsonDocument(command, 1), cancellationToken: cancellationToken);

    private static async Task<BsonDocument?> RunIfAllowedAsync(IMongoDatabase admin, string command, CancellationToken cancellationToken)
    {
        try
        {
            return await RunAsync(admin, command, cancellationToken);
        }
        catch (MongoCommandException e) when (e.Code == Unauthorized)
        {
            // Users without the right to read the cluster's state may still append. Unknown settings are not assumed.
            return null;
        }
    }
}
