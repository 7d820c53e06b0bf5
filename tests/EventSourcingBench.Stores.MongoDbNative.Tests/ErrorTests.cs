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
    public void A_server_that_was_not_found_or_refused_did_nothing()
    {
        RefusedWith(new TimeoutException("selecting a server")).ShouldContain("one:1,two:2");
        RefusedWith(Command(2, "BadValue")).ShouldContain("BadValue");
        RefusedWith(Command(13, "not authorized")).ShouldContain("readWriteAnyDatabase");

        string RefusedWith(Exception e) => _errors.AfterSend(e).ShouldBeOfType<StoreUnavailableException>().Message;
    }

    [Fact]
    public void A_broken_connection_an_unmet_write_concern_or_a_primary_that_stepped_down_leave_it_open()
    {
        Exception[] errors =
        [
            new MongoConnectionException(Connection, "while receiving"),
            new MongoWriteConcernException(Connection, "waiting for replication timed out", new WriteConcernResult(new BsonDocument())),
            new MongoNotPrimaryException(Connection, [], new BsonDocument("code", 10107)),
        ];
        errors.ShouldAllBe(e => _errors.AfterSend(e) is OutcomeUnknownException);
    }

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
    public void A_server_without_the_right_replica_set_is_said()
    {
        Explain().ShouldContain("not a member of the replica set 'rs0'");
        Explain().ShouldContain("rs.initiate()");
        _errors.Standalone().Message.ShouldContain("not a member of a replica set");
        _errors.Standalone().Message.ShouldContain("--replSet rs0");
        _errors.Sharded().Message.ShouldContain("is a mongos");
    }

    [Theory]
    [InlineData(286, true)]
    [InlineData(280, true)]
    [InlineData(260, true)]
    [InlineData(136, false)]
    [InlineData(43, false)]
    public void A_lost_history_is_known_by_its_code(int code, bool isLost) =>
        MongoErrors.IsLostHistory(Command(code, "x")).ShouldBe(isLost);

    [Fact]
    public void Codes_and_labels_are_read()
    {
        MongoErrors.IsDuplicateKey(Command(11000, "E11000")).ShouldBeTrue();
        var e = Command(112, "WriteConflict");
        MongoErrors.IsDuplicateKey(e).ShouldBeFalse();
        MongoErrors.IsTransient(e).ShouldBeFalse();
        e.AddErrorLabel("TransientTransactionError");
        MongoErrors.IsTransient(e).ShouldBeTrue();
    }

    [Fact]
    public void A_password_is_not_shown()
    {
        Exception[] errors = [new TimeoutException("x"), Command(13, "x"), new MongoAuthenticationException(Connection, "x")];
        errors.ShouldAllBe(e => !_errors.Unavailable(e, null).Message.Contains("secret"));
    }

    [Fact]
    public void A_defect_is_no_error_of_the_driver() => MongoErrors.IsDriverError(new InvalidOperationException()).ShouldBeFalse();

    private string Explain(params ServerDescription[] servers) => _errors.Unavailable(
        new TimeoutException("x"),
        new ClusterDescription(Connection.ServerId.ClusterId, false, null, ClusterType.ReplicaSet, servers)).Message;

    private static MongoCommandException Command(int code, string message) =>
        new(Connection, message, new BsonDocument(), new BsonDocument { { "ok", 0 }, { "code", code }, { "errmsg", message } });
}
