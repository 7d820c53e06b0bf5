using NEventStore;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

internal sealed class CommitStore : MongoStore
{
    public const string Commits = "Commits";

    private readonly IStoreEvents _events;
    private readonly CommitAppender _appender;
    private readonly CommitReader _reader;

    // A writer reads the greatest checkpoint number and inserts the next one. A number therefore exists only after the previous
    // one was visible, and none appears later before another.
    private CommitStore(OpenDatabase open, IStoreEvents events)
        : base(open, new FeedSource(
            open.Database.GetCollection<BsonDocument>(Commits), MongoCommitFields.CheckpointNumber, CommitMapping.Read))
    {
        _events = events;
        _appender = new CommitAppender(open, events.Advanced);
        _reader = new CommitReader(open, events.Advanced);
    }

    public override StoreCapabilities Capabilities => StoreCapabilities.IdempotentAppend | StoreCapabilities.Persistent;

    // One after another: concurrent commits compete for the next checkpoint number.
    public override IBulkWriter Bulk => new StreamwiseBulkWriter(_appender, atOnce: 1);

    protected override (Type[] Clients, string Appends, string Reads) Mechanism { get; } = (
        [typeof(IStoreEvents), typeof(MongoPersistenceEngine), typeof(MongoClient)],
        "An append looks up the stream's last commit and inserts the next one with the next checkpoint number, and retries if another "
            + "writer took it.",
        "commits by number");

    /// <summary>Connects and lets NEventStore create its collections and indexes.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached, runs alone or refuses; within five seconds.</exception>
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
        return new CommitStore(open, events!);
    }

    public override ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        _appender.AppendAsync(stream, expected, events, cancellationToken);

    public override IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

    protected override ValueTask CloseAsync()
    {
        _events.Dispose();
        return ValueTask.CompletedTask;
    }

    private static IStoreEvents Wire(OpenDatabase open) => Wireup.Init()
        .UsingMongoPersistence(() => "", CommitMapping.Serializer, new CommitOptions(open))
        .InitializeStorageEngine()
        .Build();
}
