namespace EventSourcingBench.Stores.FileLog;

/// <summary>A log in a folder, with one writer and any number of readers. Read models are in a file next to it.</summary>
internal sealed class FileLogStore : IStore, IStorageMeter
{
    private readonly ILogFolder _folder;
    private readonly LogIndex _index;
    private readonly Tail _tail;
    private readonly LogWriter _writer;
    private readonly CommitSignal _committed = new();
    private readonly EmbeddedReadModels _readModels;
    private readonly ProjectionHost _projections;
    private readonly StoreDescription _description;
    private bool _isDisposed;

    private FileLogStore(StoreContext context, FileLogOptions options, ILogFolder folder, LogIndex index, RecoveryReport recovery)
    {
        _folder = folder;
        _index = index;
        Recovery = recovery;
        _tail = new Tail(folder, index, options, context.Time);
        var pool = new PayloadPool(index);
        _committed.Advance(index.LastEvent);
        _writer = new LogWriter(_tail, _committed, pool, options);
        var events = new FileLogEvents(index, pool, _writer, _committed);
        (Events, Bulk, Subscription) = (events, events, events);
        _readModels = new EmbeddedReadModels(context, context.Namespace);
        _projections = ProjectionHost.Over(Subscription, _readModels.OpenTablesAsync);
        _description = Describe(options, context.Options, recovery);
    }

    // Not IdempotentAppend: that would require every event id in memory, and memory would grow with the log.
    public StoreCapabilities Capabilities => StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IEventStore Events { get; }

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    public IStorageMeter Storage => this;

    internal RecoveryReport Recovery { get; }

    /// <summary>Opens or creates the log of the namespace.</summary>
    /// <exception cref="StoreUnavailableException">The folder cannot be used, or the log is damaged.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(Open(context, DiskFolder.Claim(context)));
    }

    /// <summary>Opens the log in a folder. Releases the folder on failure.</summary>
    /// <exception cref="StoreUnavailableException">The log is damaged, or cannot be read.</exception>
    internal static FileLogStore Open(StoreContext context, ILogFolder folder)
    {
        var index = new LogIndex();
        try
        {
            using var recovery = new Recovery(folder, index, context.Time);
            return new FileLogStore(context, FileLogOptions.Read(context.Options), folder, index, recovery.Run());
        }
        catch (Exception e)
        {
            index.Dispose();
            folder.Keep();
            folder.Dispose();
            if (e is IOException or UnauthorizedAccessException)
            {
                throw new StoreUnavailableException($"The log {folder.Path} could not be opened: {e.Message} Check the folder's "
                    + "permissions and free space.", e);
            }

            throw;
        }
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult(_description);
    }

    /// <summary>Bytes of the segments, and bytes that the writer has written. The index is in memory only.</summary>
    public Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var segments = _index.Segments;
        return Task.FromResult(new StorageUse(segments[^1].End - segments[0].Base, _tail.WrittenBytes));
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;

        _isDisposed = true;
        await _projections.DisposeAsync();
        _committed.Close();
        await _writer.DisposeAsync();
        await _readModels.DisposeAsync();
        _index.Dispose();
        _folder.Dispose();
    }

    private static StoreDescription Describe(FileLogOptions options, StoreOptions given, RecoveryReport recovery) => new()
    {
        ServerVersion = "filelog " + typeof(FileLogStore).Assembly.GetName().Version!.ToString(3),
        ClientVersion = ".NET " + Environment.Version,
        Durability = options.Sync == SyncMode.Fsync ? DurabilityTier.Fsync : DurabilityTier.Buffered,
        DurabilityReason = options.Sync switch
        {
            SyncMode.Fsync => $"{FileLogOptions.SyncKey}=fsync: the segment is forced to disk before an append is acknowledged; "
                + "waiting appends share it.",
            SyncMode.Interval => $"{FileLogOptions.SyncKey}=interval: acknowledged after the write, without fsync; forced to "
                + $"disk within {given.Text(FileLogOptions.SyncIntervalKey)}.",
            _ => $"{FileLogOptions.SyncKey}=none: acknowledged after the write, without fsync; forced to disk when a segment "
                + "is full and when the store is closed.",
        },
        Mechanism = "One writer writes all waiting appends together with one fsync, then signals subscriptions; read "
            + "models are in a SQLite file next to the log.",
        Settings =
        [
            .. given.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
            new EffectiveSetting(
                "recovery.milliseconds", recovery.Elapsed.TotalMilliseconds.ToString("0.0", CultureInfo.InvariantCulture)),
            new EffectiveSetting("recovery.bytes", recovery.Bytes.ToString(CultureInfo.InvariantCulture)),
            new EffectiveSetting("recovery.events", recovery.Events.ToString(CultureInfo.InvariantCulture)),
            new EffectiveSetting("recovery.cutBytes", recovery.CutBytes.ToString(CultureInfo.InvariantCulture)),
            new EffectiveSetting("recovery.cut", recovery.Cut),
        ],
    };
}
