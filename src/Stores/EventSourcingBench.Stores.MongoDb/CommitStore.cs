using MongoDB.Driver;
using NEventStore;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>An open <c>mongodb</c> store.</summary>
internal sealed class CommitStore : IStore, IEventStore
{
    /// <summary>NEventStore's collection of commits.</summary>
    public const string Commits = "Commits";

    private readonly OpenDatabase _open;
    private readonly IStoreEvents _events;
    private readonly CommitAppender _appender;
    private readonly CommitReader _reader;
    private readonly ProjectionHost _projections;

    private CommitStore(OpenDatabase open, IStoreEvents events)
    {
        (_open, _events) = (open, events);
        _appender = new CommitAppender(open, events.Advanced);
        _reader = new CommitReader(open, events.Advanced);
        var feed = new ChangeFeed(open.Client, new CommitSource(open.Database), open.Errors, open.Options.FeedBatch);
        Subscription = new CatchUpSubscription(feed, canRestart: false, open.Gate.WhenClosing());
        _projections = ProjectionHost.Over(
            new CatchUpSubscription(feed, canRestart: true, open.Gate.WhenClosing()),
            async (name, cancel) => await ReadModelCollections.OpenAsync(open, name, cancel),
            open.Time);
    }

    public StoreCapabilities Capabilities => StoreCapabilities.IdempotentAppend | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    // One after another: concurrent commits compete for the next checkpoint number.
    public IBulkWriter Bulk => new StreamwiseBulkWriter(_appender, atOnce: 1);

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

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

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        _appender.AppendAsync(stream, expected, events, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _open.DescribeAsync(
        $"{OpenDatabase.VersionOf(typeof(IStoreEvents))}, {OpenDatabase.VersionOf(typeof(MongoPersistenceEngine))}, {OpenDatabase.VersionOf(typeof(MongoClient))}",
        "An append looks up the stream's last commit and inserts the next one with the next checkpoint number, and retries if "
            + "another writer took it. "
        + "Subscriptions and projections read commits by number, then a change stream; rows, sums, checkpoint and resume token are saved in one transaction.",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (await _open.Gate.CloseAsync())
        {
            await _projections.DisposeAsync();
            _events.Dispose();
            await _open.DisposeAsync();
        }
    }

    private static IStoreEvents Wire(OpenDatabase open) => Wireup.Init()
        .UsingMongoPersistence(() => "", CommitMapping.Serializer, new CommitOptions(open))
        .InitializeStorageEngine()
        .Build();
}
