namespace EventSourcingBench.Stores.Shared.MongoDb;

/// <summary>What the stores on MongoDB have in common: subscriptions, projections, and their closing.</summary>
internal abstract class MongoStore(OpenDatabase open, FeedSource source, IEventWriter writer, IBulkWriter bulk) : IStore, IEventStore
{
    private readonly ProjectionHost _projections = ProjectionHost.Over(
        new ChangeFeed(open, source, canRestart: true),
        async (name, cancel) => await ReadModelCollections.OpenAsync(open, name, cancel),
        open.Time);

    public abstract StoreCapabilities Capabilities { get; }

    public IBulkWriter Bulk => bulk;

    public ICatchUpSubscription Subscription { get; } = new ChangeFeed(open, source, canRestart: false);

    public IProjectionHost Projections => _projections;

    public IStoreInspector Inspector => open;

    protected OpenDatabase Open => open;

    /// <summary>Types of the client libraries, how events are appended, and what subscriptions read from the collection.</summary>
    protected abstract (Type[] Clients, string Appends, string Reads) Mechanism { get; }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        writer.AppendAsync(stream, expected, events, cancellationToken);

    public abstract IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => open.DescribeAsync(
        string.Join(", ", Mechanism.Clients.Select(c => $"{c.Assembly.GetName().Name} {LibraryVersion.Of(c)}")),
        $"{Mechanism.Appends} Subscriptions and projections read {Mechanism.Reads}, then a change stream; rows, sums, checkpoint and "
            + "resume token are saved in one transaction.",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (await open.Gate.CloseAsync())
        {
            await _projections.DisposeAsync();
            await CloseAsync();
            await open.DisposeAsync();
        }
    }

    protected abstract ValueTask CloseAsync();
}
