using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>NEventStore's settings: one write concern for all collections. The default for streams and snapshots is w: 0.</summary>
internal sealed class CommitOptions : MongoPersistenceOptions
{
    private readonly IMongoDatabase _database;
    private readonly WriteConcern _writeConcern;

    public CommitOptions(OpenDatabase open)
    {
        _database = open.Database;
        _writeConcern = open.Options.WriteConcern;
        DisableSnapshotSupport = !open.Options.StreamHeads;
    }

    public override WriteConcern GetInsertCommitWriteConcern() => _writeConcern;

    public override MongoCollectionSettings GetCommitSettings() => Settings();

    public override MongoCollectionSettings GetStreamSettings() => Settings();

    public override MongoCollectionSettings GetSnapshotSettings() => Settings();

    public override IMongoDatabase ConnectToDatabase(string connectionString) => _database;

    // The last checkpoint number must be read locally: by majority it would lag, and every next number would be taken.
    private MongoCollectionSettings Settings() =>
        new() { AssignIdOnInsert = false, WriteConcern = _writeConcern, ReadConcern = ReadConcern.Local };
}
