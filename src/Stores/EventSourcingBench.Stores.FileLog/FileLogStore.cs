namespace EventSourcingBench.Stores.FileLog;

/// <summary>A log in a folder, with one writer and any number of readers. The order of the log is the order of acknowledgements: no event
/// can appear before an address that was already read. Read models are in a file next to it.</summary>
internal sealed class FileLogStore : IStore, IEventStore, IBulkWriter, ICatchUpSubscription, IStorageMeter, IStoreInspector
{
    private const int MostInABatch = 1000;
    private const long MostBytesInABatch = 4 << 20;

    private readonly StoreContext _context;
    private readonly FileLogOptions _options;
    private readonly ILogFolder _folder;
    private readonly LogIndex _index;
    private readonly Tail _tail;
    private readonly PayloadPool _pool;
    private readonly LogWriter _writer;
    private readonly CommitSignal _committed = new();
    private readonly EmbeddedReadModels _readModels;
    private readonly ProjectionHost _projections;
    private readonly IReadOnlyList<EffectiveSetting> _recovery;
    private readonly StoreClosing _closing = new();

    private FileLogStore(
        StoreContext context, FileLogOptions options, ILogFolder folder, LogIndex index, IReadOnlyList<EffectiveSetting> recovery)
    {
        (_context, _options, _folder, _index, _recovery) = (context, options, folder, index, recovery);
        _tail = new Tail(folder, index, options, context.Time);
        _pool = new PayloadPool(index);
        _committed.Advance(index.LastEvent);
        _writer = new LogWriter(_tail, _committed, _pool);
        _readModels = new EmbeddedReadModels(context, context.Namespace);
        _projections = ProjectionHost.Over(this, _readModels.OpenTablesAsync);
        Subscription = new SharedFeed(this);
    }

    // Not IdempotentAppend: that would require every event id in memory, and memory would grow with the log.
    public StoreCapabilities Capabilities =>
        StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Opens the log in a folder. Releases the folder on failure.</summary>
    /// <exception cref="StoreUnavailableException">The log is damaged, or cannot be read.</exception>
    internal static FileLogStore Open(StoreContext context, ILogFolder folder)
    {
        var index = new LogIndex();
        try
        {
            using var recovery = new Recovery(folder, index);
            return new FileLogStore(context, FileLogOptions.Read(context.Options), folder, index, recovery.Run());
        }
        catch (Exception e)
        {
            index.Dispose();
            folder.Dispose();
            if (e is IOException or UnauthorizedAccessException)
            {
                throw new StoreUnavailableException($"The log {folder.Path} could not be opened: {e.Message} Check the folder's "
                    + "permissions and free space.", e);
            }

            throw;
        }
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        var payload = _pool.Rent(isSingle: true);
        payload.Encode(stream, events);
        return _writer.AppendAsync(payload, expected, cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        var payload = _pool.Rent(isSingle: false);
        payload.Encode(events);
        await _writer.AppendAsync(payload, ExpectedVersion.Any, cancellationToken);
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        _committed.ThrowIfClosed();
        if (maxCount < 1 || _index.Streams.Find(stream.Value) is not { } state)
            yield break;

        cancellationToken.ThrowIfCancellationRequested();
        var times = RequestTimes.Mark(RequestPart.Store);
        foreach (var recorded in StreamCursor.Read(_index, state, fromVersion))
        {
            cancellationToken.ThrowIfCancellationRequested();
            times?.Enter(RequestPart.Adapter);
            yield return recorded;
            times?.Enter(RequestPart.Store);
            if (--maxCount == 0)
                break;
        }

        times?.Enter(RequestPart.Adapter);
    }

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var cursor = new FeedCursor(_index, PositionCheckpoint.Parse(after));
        await foreach (var batch in _committed.FollowAsync(after, _ => cursor.Read(MostInABatch, MostBytesInABatch), cancellationToken))
            yield return batch;
    }

    public Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default) => Task.FromResult(_tail.Work);

    /// <summary>Bytes of the segments, and bytes that the writer has written. The index is in memory only.</summary>
    public Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var segments = _index.Segments;
        return Task.FromResult(new StorageUse(segments[^1].End - segments[0].Base, _tail.Work.WrittenBytes));
    }

    public ValueTask<IReadOnlyDictionary<string, long>> CountBackgroundAsync(CancellationToken cancellationToken = default) =>
        new(new Dictionary<string, long>(StringComparer.Ordinal) { ["segment roll"] = _tail.Rolled });

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult(new StoreDescription
        {
            ServerVersion = "filelog " + typeof(FileLogStore).Assembly.GetName().Version!.ToString(3),
            ClientVersion = ".NET " + Environment.Version,
            Durability = _options.Sync == FileLogOptions.Fsync ? DurabilityTier.Fsync : DurabilityTier.Buffered,
            DurabilityReason = $"{FileLogOptions.SyncKey}={_options.Sync}: " + _options.Sync switch
            {
                FileLogOptions.Fsync => "the segment is forced to disk before an append is acknowledged; waiting appends share it.",
                FileLogOptions.Interval => "acknowledged after the write, without fsync; forced to disk within "
                    + $"{_context.Options.Text(FileLogOptions.SyncIntervalKey)}.",
                _ => "acknowledged after the write, without fsync; forced to disk when a segment is full and when the store is closed.",
            },
            Mechanism = "One writer writes all waiting appends together with one fsync, then signals subscriptions; read "
                + "models are in a SQLite file next to the log.",
            Settings =
            [
                .. _context.Options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
                .. _recovery,
            ],
        });
    }

    public async ValueTask DisposeAsync()
    {
        if (!await _closing.CloseAsync())
            return;

        await _projections.DisposeAsync();
        _committed.Close();
        try
        {
            await _writer.DisposeAsync();
        }
        finally
        {
            await _readModels.DisposeAsync();
            _index.Dispose();
            if (!_context.KeepData)
                _folder.Remove();

            _folder.Dispose();
        }
    }
}

public sealed class FileLogPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new()
        {
            Name = "filelog",
            Options = FileLogOptions.All,
            OpenAsync = Opening.Of(context => FileLogStore.Open(context, DiskFolder.Claim(context))),
        },
    ];
}
