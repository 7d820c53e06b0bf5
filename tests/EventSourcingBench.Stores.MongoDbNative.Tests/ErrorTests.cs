using System.Net;
using MongoDB.Driver.Core.Clusters;
using MongoDB.Driver.Core.Connections;
using MongoDB.Driver.Core.Servers;

namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class ErrorTests
{
    private static readonly ConnectionId Connection = new(new ServerId(new ClusterId(), new DnsEndPoint("localhost", 27017)));
    private readonly MongoErrors _errors = new(
        MongoClientSettings.FromConnectionString("mongodb://me:very-secret@one:1,two:2/?replicaSet=rs0"));

    [Fact]
    public void A_server_that_was_not_found_did_nothing() =>
        _errors.AfterSend(new TimeoutException("selecting a server"))
            .ShouldBeOfType<StoreUnavailableException>().Message.ShouldContain("one:1,two:2");

    [Theory]
    [InlineData(ServerType.ReplicaSetGhost, "has not been initiated. Run rs.initiate()")]
    [InlineData(ServerType.ReplicaSetSecondary, "has no primary")]
    [InlineData(ServerType.ReplicaSetPrimary, "did not answer in time")]
    public void What_a_server_is_explains_why_none_was_found(ServerType type, string explanation)
    {
        var server = new ServerDescription(Connection.ServerId, Connection.ServerId.EndPoint, state: ServerState.Connected, type: type);
        Explain(server).ShouldContain(explanation);
    }

    [Fact]
    public void A_server_outside_of_the_named_replica_set_is_said()
    {
        var message = Explain();
        message.ShouldContain("not a member of the replica set 'rs0'");
        message.ShouldContain("rs.initiate()");
    }

    [Fact]
    public void A_server_alone_is_explained_how_to_be_a_replica_set()
    {
        var message = _errors.Standalone().Message;
        message.ShouldContain("not a member of a replica set");
        message.ShouldContain("--replSet rs0");
        _errors.Sharded().Message.ShouldContain("is a mongos");
    }

    [Fact]
    public void A_refusal_had_no_effect() =>
        _errors.AfterSend(Command(2, "BadValue")).ShouldBeOfType<StoreUnavailableException>();

    [Fact]
    public void A_missing_right_is_explained() =>
        _errors.AfterSend(Command(13, "not authorized"))
            .ShouldBeOfType<StoreUnavailableException>().Message.ShouldContain("readWriteAnyDatabase");

    [Fact]
    public void A_broken_connection_leaves_it_open() =>
        _errors.AfterSend(new MongoConnectionException(Connection, "while receiving")).ShouldBeOfType<OutcomeUnknownException>();

    [Fact]
    public void A_write_concern_that_was_not_met_leaves_it_open() =>
        _errors.AfterSend(new MongoWriteConcernException(
            Connection, "waiting for replication timed out", new WriteConcernResult(new BsonDocument())))
            .ShouldBeOfType<OutcomeUnknownException>();

    [Fact]
    public void A_primary_that_stepped_down_leaves_it_open() =>
        _errors.AfterSend(new MongoNotPrimaryException(Connection, [], new BsonDocument("code", 10107)))
            .ShouldBeOfType<OutcomeUnknownException>();

    [Theory]
    [InlineData(286, true)]
    [InlineData(280, true)]
    [InlineData(260, true)]
    [InlineData(136, false)]
    [InlineData(43, false)]
    public void A_lost_history_is_known_by_its_code(int code, bool isLost) =>
        MongoErrors.IsLostHistory(Command(code, "x")).ShouldBe(isLost);

    [Fact]
    public void A_taken_key_is_known_by_its_code()
    {
        MongoErrors.IsDuplicateKey(Command(11000, "E11000")).ShouldBeTrue();
        MongoErrors.IsDuplicateKey(Command(112, "WriteConflict")).ShouldBeFalse();
    }

    [Fact]
    public void Labels_are_read()
    {
        var e = Command(112, "WriteConflict");
        MongoErrors.IsTransient(e).ShouldBeFalse();
        e.AddErrorLabel("TransientTransactionError");
        MongoErrors.IsTransient(e).ShouldBeTrue();
        MongoErrors.IsUnknownCommit(e).ShouldBeFalse();
        e.AddErrorLabel("UnknownTransactionCommitResult");
        MongoErrors.IsUnknownCommit(e).ShouldBeTrue();
    }

    [Fact]
    public void A_password_is_not_shown()
    {
        Exception[] errors = [new TimeoutException("x"), Command(13, "x"), new MongoAuthenticationException(Connection, "x")];
        foreach (var e in errors)
            _errors.Unavailable(e).Message.ShouldNotContain("secret");
    }

    [Fact]
    public void A_defect_is_no_error_of_the_driver() => MongoErrors.IsDriverError(new InvalidOperationException()).ShouldBeFalse();

    private string Explain(params ServerDescription[] servers) => _errors.Unavailable(
        new TimeoutException("x"),
        new ClusterDescription(Connection.ServerId.ClusterId, false, null, ClusterType.ReplicaSet, servers)).Message;

    private static MongoCommandException Command(int code, string message) =>
        new(Connection, message, new BsonDocument(), new BsonDocument { { "ok", 0 }, { "code", code }, { "errmsg", message } });
}
