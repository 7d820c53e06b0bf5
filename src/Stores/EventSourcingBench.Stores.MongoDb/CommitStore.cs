using NEventStore.Persistence.MongoDB.Support;

namespace EventSourcingBench.Stores.MongoDb;

internal sealed class CommitStore : MongoStore
{
    public const string Commits = "Commits";

    private const int Window = 1000;

    private readonly IStoreEvents _events;

    // A writer reads the greatest checkpoint number and inserts the next one. A number therefore exists only after the previous
    // one was visible, and none appears later before another. Bulk appends go one after another: they compete for the next number.
    private CommitStore(OpenDatabase open, IStoreEvents events, CommitAppender appender)
        : base(
            open,
            new FeedSource(
                open.Database.GetCollection<BsonDocument>(Commits), MongoCommitFields.CheckpointNumber, MongoCommitFields.StreamId,
                CommitMapping.Read),
            appender,
            new StreamwiseBulkWriter(appender, atOnce: 1)) => _events = events;

    public override StoreCapabilities Capabilities => StoreCapabilities.IdempotentAppend | StoreCapabilities.Persistent;

    protected override (Type[] Clients, string Appends, string Reads) Mechanism { get; } = (
        [typeof(IStoreEvents), typeof(MongoPersistenceEngine), typeof(MongoClient)],
        "An append looks up the stream's last commit and inserts the next one with the next checkpoint number, and retries if another "
            + "writer took it.",
        "commits by number");

    /// <summary>Connects and lets NEventStore create its collections and indexes.</summary>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        CommitMapping.Register();
        IStoreEvents? events = null;
        var open = await OpenDatabase.OpenAsync(
            context,
            async (database, token) =>
            {
                await database.CreateCollectionAsync(Commits, token);
                // NEventStore creates its indexes by blocking calls.
                events = await StorageErrors.UnwrappedAsync(() => Task.Run(() => Wire(database), token));
            },
            cancellationToken);
        return new CommitStore(open, events!, new CommitAppender(open, events!.Advanced));
    }

    // A window of versions at a time: NEventStore sorts its results by checkpoint number, which takes server memory for long streams.
    public override IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        return StreamSlices.ReadAsync(fromVersion, maxCount, Window, ReadWindowAsync, cancellationToken);

        async ValueTask<(List<RecordedEvent> Events, bool IsLast)> ReadWindowAsync(long from, int limit)
        {
            var to = Math.Min(from + limit - 1, int.MaxValue);
            var found = from > to ? [] : await ReadAsync(stream, (int)from, (int)to, cancellationToken);
            return (found, found.Count < limit);
        }
    }

    protected override ValueTask CloseAsync()
    {
        _events.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task<List<RecordedEvent>> ReadAsync(StreamId stream, int from, int to, CancellationToken cancellationToken)
    {
        var collected = new Collected(from, to);
        try
        {
            await _events.Advanced.GetFromAsync(Bucket.Default, stream.Value, from, to, collected, cancellationToken);
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw Open.Unavailable(e);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return collected.Error switch
        {
            null => collected.Events,
            { } e when MongoErrors.IsDriverError(e) => throw Open.Unavailable(e),
            { } e => throw new InvalidOperationException($"NEventStore could not read the stream {stream}.", e),
        };
    }

    private static IStoreEvents Wire(OpenDatabase open)
    {
        var commits = open.Database.GetCollection<BsonDocument>(Commits).WithReadConcern(ReadConcern.Local);
        var options = new CommitOptions(open.Database, open.Options)
        {
            DisableSnapshotSupport = !open.Options.StreamHeads,
            // NEventStore's default, but for the read concern: by majority the last number would lag, and every next number would be taken.
            CheckpointGenerator = new AlwaysQueryDbForNextValueCheckpointGenerator(commits),
        };
        return Wireup.Init().UsingMongoPersistence(() => "", CommitMapping.Serializer, options).InitializeStorageEngine().Build();
    }

    // NEventStore passes errors to the observer and throws none.
    private sealed class Collected(int from, int to) : IAsyncObserver<ICommit>
    {
        public List<RecordedEvent> Events { get; } = [];

        public Exception? Error { get; private set; }

        public Task<bool> OnNextAsync(ICommit value, CancellationToken cancellationToken = default)
        {
            Events.AddRange(CommitMapping.Read(value).Where(e => e.Version >= from && e.Version <= to));
            return Task.FromResult(true);
        }

        public Task OnErrorAsync(Exception ex, CancellationToken cancellationToken = default)
        {
            Error = StorageErrors.Unwrapped(ex);
            return Task.CompletedTask;
        }

        public Task OnCompletedAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;
    }
}

/// <summary>NEventStore's settings: one write concern for all collections. The default for streams and snapshots is w: 0.</summary>
internal sealed class CommitOptions(IMongoDatabase database, MongoDbOptions options) : MongoPersistenceOptions
{
    public override WriteConcern GetInsertCommitWriteConcern() => options.WriteConcern;

    public override MongoCollectionSettings GetCommitSettings() => Settings();

    public override MongoCollectionSettings GetStreamSettings() => Settings();

    public override MongoCollectionSettings GetSnapshotSettings() => Settings();

    public override IMongoDatabase ConnectToDatabase(string connectionString) => database;

    private MongoCollectionSettings Settings() =>
        new() { AssignIdOnInsert = false, WriteConcern = options.WriteConcern, ReadConcern = options.ReadConcern };
}
