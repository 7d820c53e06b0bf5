namespace EventSourcingBench.Stores.Shared.MongoDb;

/// <summary>What the stores on MongoDB have in common: subscriptions, projections, and their closing.</summary>
internal abstract class MongoStore : IStore, IEventStore
{
    private readonly ProjectionHost _projections;

    protected MongoStore(OpenDatabase open, FeedSource source)
    {
        Open = open;
        Subscription = new ChangeFeed(open, source, canRestart: false);
        _projections = ProjectionHost.Over(
            new ChangeFeed(open, source, canRestart: true),
            async (name, cancel) => await ReadModelCollections.OpenAsync(open, name, cancel),
            open.Time);
    }

    public abstract StoreCapabilities Capabilities { get; }

    public abstract IBulkWriter Bulk { get; }

    public IEventStore Events => this;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    public IStoreInspector Inspector => Open;

    protected OpenDatabase Open { get; }

    /// <summary>Types of the client libraries, how events are appended, and what subscriptions read from the collection.</summary>
    protected abstract (Type[] Clients, string Appends, string Reads) Mechanism { get; }

    public abstract ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default);

    public abstract IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Open.DescribeAsync(
        string.Join(", ", Mechanism.Clients.Select(c => $"{c.Assembly.GetName().Name} {LibraryVersion.Of(c)}")),
        $"{Mechanism.Appends} Subscriptions and projections read {Mechanism.Reads}, then a change stream; rows, sums, checkpoint and "
            + "resume token are saved in one transaction.",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (await Open.Gate.CloseAsync())
        {
            await _projections.DisposeAsync();
            await CloseAsync();
            await Open.DisposeAsync();
        }
    }

    protected abstract ValueTask CloseAsync();
}
