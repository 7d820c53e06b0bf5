using EventSourcingBench.Abstractions;
using MongoDB.Driver;
using MongoDB.Driver.Core.Clusters;
using MongoDB.Driver.Core.Servers;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Says in the user's words what a driver's exception means. It is told by types, codes and labels, never by message texts.</summary>
/// <param name="given">The user's settings, whose addresses the messages name.</param>
internal sealed class MongoErrors(MongoClientSettings given)
{
    public const string HowToGetOne =
        "Start it with --replSet rs0 and say rs.initiate() once in mongosh: a replica set of one node is enough.";

    private const int Unauthorized = 13;
    private const int DuplicateKey = 11000;
    private const string TransientError = "TransientTransactionError";
    private const string UnknownCommit = "UnknownTransactionCommitResult";

    // ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken, and what the resume token's absence was before these.
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

    public static bool IsUnknownCommit(Exception e) => e is MongoException m && m.HasErrorLabel(UnknownCommit);

    /// <summary>Whether a resume token was refused because what follows it is no longer in the oplog.</summary>
    public static bool IsLostHistory(Exception e) => e is MongoCommandException c && LostHistory.Contains(c.Code);

    public static StoreUnavailableException StoreClosed() => new("The store was closed. Open it again.");

    /// <summary>The database went under the open store.</summary>
    public static StoreUnavailableException Dropped() => new("The events' collection was dropped or renamed under the open store: open the store again.");

    public StoreUnavailableException Standalone() => new(
        $"The MongoDB server at {Servers} is not a member of a replica set, and only replica sets have change streams and transactions. {HowToGetOne}");

    public StoreUnavailableException Sharded() => new(
        $"{Servers} is a mongos. These stores are for replica sets: give the address of one in EVENTSOURCINGBENCH_MONGODB.");

    /// <summary>A read failed, or a write of which it is certain that it was not carried out.</summary>
    public StoreUnavailableException Unavailable(Exception e, ClusterDescription? cluster = null) => new(Explain(e, cluster), e);

    /// <summary>A write failed: a refusal had no effect; a broken connection leaves it open.</summary>
    public Exception AfterSend(Exception e) => WasRefused(e)
        ? Unavailable(e)
        : new OutcomeUnknownException($"MongoDB at {Servers} gave no answer to a write: {e.Message}", e);

    // No server was found, or the server looked at the write and said no.
    private static bool WasRefused(Exception e) => e switch
    {
        TimeoutException or ObjectDisposedException or MongoAuthenticationException or MongoConnectionPoolPausedException or MongoWaitQueueFullException => true,
        MongoWriteException w => w.WriteError is not null,
        MongoWriteConcernException or MongoNotPrimaryException or MongoNodeIsRecoveringException => false,
        MongoCommandException => true,
        _ => false,
    };

    private string Explain(Exception e, ClusterDescription? cluster) => e switch
    {
        ObjectDisposedException => "The store was closed. Open it again.",
        MongoAuthenticationException =>
            $"MongoDB at {Servers} does not let the user '{given.Credential?.Username}' in. Correct EVENTSOURCINGBENCH_MONGODB: user, password and authSource.",
        TimeoutException or OperationCanceledException => ExplainNoAnswer(cluster),
        MongoCommandException { Code: Unauthorized } c =>
            $"MongoDB at {Servers} refuses a right: {c.ErrorMessage}. Give the user readWriteAnyDatabase and dbAdminAnyDatabase, or use another.",
        _ => $"MongoDB at {Servers} could not be used: {e.Message}",
    };

    private string ExplainNoAnswer(ClusterDescription? cluster)
    {
        var seen = cluster?.Servers ?? [];
        if (seen.Any(s => s.HeartbeatException is MongoAuthenticationException))
        {
            return Explain(seen.Select(s => s.HeartbeatException).OfType<MongoAuthenticationException>().First(), cluster);
        }

        if (seen.Any(s => s.Type == ServerType.ReplicaSetGhost))
        {
            return $"The MongoDB server at {Servers} was started for a replica set that has not been initiated. Say rs.initiate() once in mongosh.";
        }

        if (seen.Any(s => s.State == ServerState.Connected && s.Type is (ServerType.ReplicaSetPrimary or ServerType.Standalone or ServerType.ShardRouter)))
        {
            return $"MongoDB at {Servers} did not answer in time. Look whether it is overloaded or its disk is slow.";
        }

        if (seen.Any(s => s.State == ServerState.Connected))
        {
            return $"The replica set of {Servers} has no primary: too few of its nodes run, or it is electing one. Start the others, or wait.";
        }

        return given.ReplicaSetName is { } name && cluster is not null && seen.Count == 0
            ? $"The server at {Servers} is no member of the replica set '{name}'. Correct replicaSet in EVENTSOURCINGBENCH_MONGODB; if the server runs alone: {HowToGetOne}"
            : $"No MongoDB server answers at {Servers}. Start it, or correct EVENTSOURCINGBENCH_MONGODB.";
    }
}
