using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>NEventStore's settings: one write concern for all collections. The default for streams and snapshots is w: 0.</summary>
internal sealed class CommitOptions : MongoPersistenceOptions
{
    private readonly OpenDatabase _open;

    public CommitOptions(OpenDatabase open)
    {
        _open = open;
        DisableSnapshotSupport = !open.Options.StreamHeads;
    }

    public override WriteConcern GetInsertCommitWriteConcern() => _open.Options.WriteConcern;

    public override MongoCollectionSettings GetCommitSettings() => Settings();

    public override MongoCollectionSettings GetStreamSettings() => Settings();

    public override MongoCollectionSettings GetSnapshotSettings() => Settings();

    public override IMongoDatabase ConnectToDatabase(string connectionString) => _open.Database;

    // The last checkpoint number must be read locally: by majority it would lag, and every next number would be taken.
    private MongoCollectionSettings Settings() =>
        new() { AssignIdOnInsert = false, WriteConcern = _open.Options.WriteConcern, ReadConcern = ReadConcern.Local };
}
