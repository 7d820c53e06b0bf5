namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>What MongoDB's shell is told.</summary>
internal static class MongoScript
{
    /// <summary>
    /// Makes the replica set if there is none, and ends with 0 once this node is its primary: a set that is only
    /// initiated takes no write yet.
    /// </summary>
    public const string InitiateAndWait = """
        try { rs.status() }
        catch (e) { if (e.codeName !== 'NotYetInitialized') throw e; rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] }) }
        quit(db.hello().isWritablePrimary ? 0 : 1)
        """;
}
