using System.Globalization;
using EventSourcingBench.Abstractions;
using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.Shared;

/// <summary>What was read from the server about itself.</summary>
/// <param name="Version">The server's version.</param>
/// <param name="ReplicaSet">The replica set's name; null where the server runs alone.</param>
/// <param name="DataNodes">The nodes that hold data and vote: a majority is of those.</param>
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
            // Every host votes; whether a passive one does, only the configuration says. Arbiters are listed apart.
            members?.Count(m => IsVoterWithData(m.AsBsonDocument)) ?? Count(hello, "hosts"),
            engine?.GetValue("name", "unknown").AsString ?? "unknown",
            engine?.GetValue("persistent", true).ToBoolean() ?? true,
            inForce?.GetValue("writeConcernMajorityJournalDefault", true).ToBoolean());
    }

    /// <summary>What the settings amount to.</summary>
    public (DurabilityTier Tier, string Reason) Judge(WriteConcern concern)
    {
        var journaled = concern.Journal == true;
        var isMajority = concern.W is WriteConcern.WMode;
        var written = Written(concern);
        var nodes = DataNodes == 1 ? "one node" : string.Create(CultureInfo.InvariantCulture, $"{DataNodes} nodes with data");
        if (!IsPersistent)
        {
            return (DurabilityTier.Volatile, $"storage engine {StorageEngine} keeps everything in memory.");
        }

        if (!journaled)
        {
            return (DurabilityTier.Buffered, $"{written}: what was acknowledged may be lost with the power.");
        }

        if (DataNodes == 1)
        {
            return (DurabilityTier.Fsync, $"{written} on {nodes}: the journal is forced to disk before a write is answered.");
        }

        return isMajority
            ? (DurabilityTier.Replicated, $"{written} on {nodes}: a write is answered when the journals of most of them have it on disk.")
            : (DurabilityTier.Buffered, $"{written} on {nodes}: on disk at the primary alone, which another node may take the place of without it.");
    }

    /// <summary>A write concern as users write it.</summary>
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
            // The user may append without the right to look at the cluster: what is not known is not claimed.
            return null;
        }
    }
}
