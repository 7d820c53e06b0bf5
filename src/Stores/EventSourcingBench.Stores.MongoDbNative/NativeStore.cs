using MongoDB.Driver;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>An open <c>mongodb-native</c> store.</summary>
internal sealed class NativeStore : IStore, IEventStore
{
    private readonly OpenDatabase _open;
    private readonly AppendLane _lane;
    private readonly EventReader _reader;
    private readonly ProjectionHost _projections;

    private NativeStore(OpenDatabase open)
    {
        _open = open;
        var transactions = new EventTransactions(open);
        _lane = new AppendLane(open, transactions);
        Bulk = new BulkAppender(open, _lane, transactions);
        _reader = new EventReader(open);
        var feed = new ChangeFeed(open.Client, new EventSource(open.Database), open.Errors, open.Options.FeedBatch);
        Subscription = new CatchUpSubscription(feed, canRestart: false, open.Gate.WhenClosing());
        _projections = ProjectionHost.Over(
            new CatchUpSubscription(feed, canRestart: true, open.Gate.WhenClosing()),
            async (name, cancel) => await ReadModelCollections.OpenAsync(open, name, cancel),
            open.Time);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and creates collections and indexes.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached, runs alone or refuses; within five seconds.</exception>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken) =>
        new NativeStore(await OpenDatabase.OpenAsync(context, EventTransactions.PrepareAsync, cancellationToken));

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        _lane.AppendAsync(stream, expected, events, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _open.DescribeAsync(
        OpenDatabase.VersionOf(typeof(MongoClient)),
        "Waiting appends share the next transaction, which takes positions from a counter and inserts one document per event. "
        + "Subscriptions and projections read events by position, then a change stream; rows, sums, checkpoint and resume token are saved in one transaction.",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (await _open.Gate.CloseAsync())
        {
            await _projections.DisposeAsync();
            await _lane.DisposeAsync();
            await _open.DisposeAsync();
        }
    }
}
