using MongoDB.Driver.Core.Clusters;
using MongoDB.Driver.Core.Servers;

namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>Translates the driver's exceptions by types, codes and labels, never by message texts.</summary>
/// <param name="given">The user's settings; messages name their addresses.</param>
internal sealed class MongoErrors(MongoClientSettings given)
{
    public const string HowToGetOne =
        "Start it with --replSet rs0 and run rs.initiate() once in mongosh: a replica set with one node is sufficient.";

    private const int Unauthorized = 13;
    private const int DuplicateKey = 11000;
    private const string TransientError = "TransientTransactionError";

    // ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken, and the codes of older servers for a missing token.
    private static readonly int[] LostHistory = [286, 280, 260, 40585, 40615];

    private string Servers => string.Join(',', given.Servers.Select(s => $"{s.Host}:{s.Port}"));

    public static bool IsDriverError(Exception e) =>
        e is MongoException or TimeoutException or ObjectDisposedException or System.Net.Sockets.SocketException or IOException;

    public static bool IsDuplicateKey(Exception e) => e switch
    {
        MongoWriteException w => w.WriteError?.Category == ServerErrorCategory.DuplicateKey,
        MongoBulkWriteException b => b.WriteErrors.Any(w => w.Category == ServerErrorCategory.DuplicateKey),
        MongoCommandException c => c.Code == DuplicateKey,
        _ => false,
    };

    public static bool IsTransient(Exception e) => e is MongoException m && m.HasErrorLabel(TransientError);

    /// <summary>Whether a resume token was refused because its events are no longer in the oplog.</summary>
    public static bool IsLostHistory(Exception e) => e is MongoCommandException c && LostHistory.Contains(c.Code);

    public static StoreUnavailableException Dropped() =>
        new("The events' collection was dropped or renamed while the store was open. Open the store again.");

    public StoreUnavailableException Standalone() => new(
        $"The MongoDB server at {Servers} is not a member of a replica set, but change streams and transactions need one. {HowToGetOne}");

    public StoreUnavailableException Sharded() => new(
        $"{Servers} is a mongos. These stores need a replica set: set its address in EVENTSOURCINGBENCH_MONGODB.");

    /// <summary>A read failed, or a write that was certainly not carried out.</summary>
    public StoreUnavailableException Unavailable(Exception e, ClusterDescription? cluster = null) => new(Explain(e, cluster), e);

    /// <summary>A write failed: a refusal had no effect; after a broken connection the outcome is unknown.</summary>
    public Exception AfterSend(Exception e) => WasRefused(e)
        ? Unavailable(e)
        : new OutcomeUnknownException($"MongoDB at {Servers} did not answer a write: {e.Message}", e);

    // No server or no connection was found, or the server refused the write. The driver throws the former only if it sent no attempt.
    private static bool WasRefused(Exception e) => e switch
    {
        TimeoutException or ObjectDisposedException or MongoAuthenticationException or MongoConnectionPoolPausedException
            or MongoWaitQueueFullException => true,
        MongoWriteException w => w.WriteError is not null,
        MongoWriteConcernException or MongoNotPrimaryException or MongoNodeIsRecoveringException => false,
        MongoCommandException => true,
        _ => false,
    };

    private string Explain(Exception e, ClusterDescription? cluster) => e switch
    {
        ObjectDisposedException => StoreClosing.Error().Message,
        MongoAuthenticationException =>
            $"MongoDB at {Servers} rejected the user '{given.Credential?.Username}'. Correct EVENTSOURCINGBENCH_MONGODB: user, "
                + "password and authSource.",
        TimeoutException or OperationCanceledException => ExplainNoAnswer(cluster),
        MongoCommandException { Code: Unauthorized } c =>
            $"MongoDB at {Servers} denied a permission: {c.ErrorMessage}. Grant the user readWriteAnyDatabase and "
                + "dbAdminAnyDatabase, or use another user.",
        _ => $"MongoDB at {Servers} could not be used: {e.Message}",
    };

    private string ExplainNoAnswer(ClusterDescription? cluster)
    {
        var seen = cluster?.Servers ?? [];
        if (seen.Select(s => s.HeartbeatException).OfType<MongoAuthenticationException>().FirstOrDefault() is { } refused)
            return Explain(refused, cluster);

        if (seen.Any(s => s.Type == ServerType.ReplicaSetGhost))
        {
            return $"The MongoDB server at {Servers} was started for a replica set that has not been initiated. "
                + "Run rs.initiate() once in mongosh.";
        }

        var connected = seen.Where(s => s.State == ServerState.Connected).ToList();
        if (connected.Any(s => s.Type is ServerType.ReplicaSetPrimary or ServerType.Standalone or ServerType.ShardRouter))
            return $"MongoDB at {Servers} did not answer in time. Check whether it is overloaded or its disk is slow.";

        if (connected.Count > 0)
        {
            return $"The replica set of {Servers} has no primary: too few of its nodes are running, or an election is in "
                + "progress. Start the others, or wait.";
        }

        return given.ReplicaSetName is { } name && cluster is not null && seen.Count == 0
            ? $"The server at {Servers} is not a member of the replica set '{name}'. Correct replicaSet in "
                + $"EVENTSOURCINGBENCH_MONGODB; for a standalone server: {HowToGetOne}"
            : $"No MongoDB server is listening at {Servers}. Start it, or correct EVENTSOURCINGBENCH_MONGODB.";
    }
}
