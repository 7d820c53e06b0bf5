namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class DeploymentTests
{
    [Theory]
    [InlineData("majority", 1, true, DurabilityTier.Fsync)]
    [InlineData("majority", 3, true, DurabilityTier.Replicated)]
    [InlineData("journaled", 1, true, DurabilityTier.Fsync)]
    [InlineData("journaled", 3, true, DurabilityTier.Buffered)]
    [InlineData("acknowledged", 1, true, DurabilityTier.Buffered)]
    [InlineData("acknowledged", 3, true, DurabilityTier.Buffered)]
    [InlineData("majority", 3, false, DurabilityTier.Volatile)]
    public void The_tier_follows_from_what_is_in_force(string option, int nodes, bool isPersistent, DurabilityTier expected)
    {
        var (tier, reason) = new Deployment("7.0.14", "rs0", nodes, "wiredTiger", isPersistent, true).Judge(Options(option).WriteConcern);
        tier.ShouldBe(expected);
        reason.ShouldNotBeNullOrWhiteSpace();
    }

    [Fact]
    public void Arbiters_and_members_without_a_vote_do_not_make_a_majority()
    {
        var deployment = From(
            "{ setName: 'rs0', hosts: ['a:1', 'b:1'], arbiters: ['c:1'] }",
            "{ writeConcernMajorityJournalDefault: false, members: [{ _id: 0 }, { arbiterOnly: false }, { arbiterOnly: true }] }");
        deployment.DataNodes.ShouldBe(2);
        deployment.Reads.ShouldBe(ReadConsistency.Eventual);
        deployment.MajorityIsJournaled.ShouldBe(false);
        deployment.ReplicaSet.ShouldBe("rs0");
        From(
            "{ setName: 'rs0', hosts: ['a:1'], passives: ['b:1', 'c:1'] }",
            "{ members: [{ _id: 0, votes: 1 }, { _id: 1, votes: 0 }, { _id: 2, votes: 0 }] }").Reads.ShouldBe(ReadConsistency.Linearizable);
    }

    [Fact]
    public void What_may_not_be_read_is_not_claimed()
    {
        var deployment = From("{ setName: 'rs0', hosts: ['a:1', 'b:1'], passives: ['d:1'], arbiters: ['c:1'] }");
        deployment.DataNodes.ShouldBe(2, "a passive member may have no vote");
        deployment.StorageEngine.ShouldBe("unknown");
        deployment.MajorityIsJournaled.ShouldBeNull();
    }

    [Fact]
    public void A_storage_engine_in_memory_is_not_persistent() =>
        From("{}", status: "{ storageEngine: { name: 'inMemory', persistent: false } }").IsPersistent.ShouldBeFalse();

    [Fact]
    public void What_one_node_answered_is_not_read_by_majority()
    {
        Options("majority").ReadConcern.ShouldBe(ReadConcern.Majority);
        Options("journaled").ReadConcern.ShouldBe(ReadConcern.Local);
        Options("acknowledged").ReadConcern.ShouldBe(ReadConcern.Local);
    }

    [Fact]
    public void A_retry_waits_for_a_majority_where_an_acknowledgement_waits_for_the_journal()
    {
        Options("majority").DurableReadConcern.ShouldBe(ReadConcern.Majority);
        Options("journaled").DurableReadConcern.ShouldBe(ReadConcern.Majority);
        Options("acknowledged").DurableReadConcern.ShouldBe(ReadConcern.Local);
    }

    [Fact]
    public void An_unknown_write_concern_names_the_valid_ones() =>
        Should.Throw<ArgumentException>(() => Options("none")).Message.ShouldContain("majority, journaled, acknowledged");

    private static Deployment From(string hello, string? config = null, string? status = null) => Deployment.From(
        BsonDocument.Parse(hello),
        new BsonDocument("version", "7.0.14"),
        status is null ? null : BsonDocument.Parse(status),
        config is null ? null : new BsonDocument("config", BsonDocument.Parse(config)));

    private static MongoDbOptions Options(string writeConcern) => MongoDbOptions.From(StoreOptions.Create(
        MongoDbOptions.Common, new Dictionary<string, string> { ["mongodb.writeConcern"] = writeConcern }));
}
