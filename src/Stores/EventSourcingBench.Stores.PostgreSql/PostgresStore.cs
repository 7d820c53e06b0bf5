namespace EventSourcingBench.Stores.PostgreSql;

internal sealed class PostgresStore : IStore, IEventStore, IMultiStreamWriter, IStorageMeter
{
    // Plans are cached for the lifetime of a connection, and most are made while the table is empty: a sequential scan would
    // then be kept for a million events. Disabled scans have a high estimated cost, which would trigger the JIT.
    private const string SessionOptions = "-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off";

    private static readonly TimeSpan NotifyAtMostEvery = TimeSpan.FromMilliseconds(10);

    private readonly PostgresParts _parts;
    private readonly PostgresOptions _options;
    private readonly Lane<PendingAppend>[] _lanes;
    private readonly BulkWriter _bulk;
    private readonly ProjectionHost _projections;
    private readonly bool _isReplicated;

    private PostgresStore(PostgresParts parts, PostgresOptions options, bool isReplicated)
    {
        var (database, time) = (parts.Database, parts.Context.Time);
        (_parts, _options, _isReplicated) = (parts, options, isReplicated);
        _lanes = [.. Enumerable.Range(0, options.Lanes).Select(_ => new Lane<PendingAppend>(
            new AppendBatch(new AppendConnection(database), parts.Notifications.Raise), options.MaxBatch, answersItself: false, time))];
        Inspector = new PostgresInspector(database) { MakeReady = OpenLanesAsync };
        _bulk = new BulkWriter(database, this, parts.Notifications.Raise, time);
        OpenAppends = new OpenAppends(
            database,
            (transaction, stream, events, cancel) =>
                AppendConnection.InsertAsync(database.Scripts, transaction, new(stream, ExpectedVersion.NoStream, events), cancel),
            parts.Notifications.Raise);
        Subscription = new SharedFeed(Follow(blocks: false));

        // On the thread pool, the projection delay was 60% longer on a busy machine (README.md).
        _projections = ProjectionHost.Over(
            Follow(blocks: true), (name, cancel) => ProjectionTables.OpenAsync(database, name, time, cancel), time, ownThread: true,
            cancel => FeedPlace.ReachedAsync(database, cancel));

        CatchUpSubscription Follow(bool blocks) =>
            new(database, parts.Notifications.Committed, options.PollInterval, options.FeedBatch, time, blocks, parts.Closing);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IBulkWriter Bulk => _bulk;

    public IOpenAppends OpenAppends { get; }

    public IStoreInspector Inspector { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects to a single server, or to the primary of several nodes and follows a failover.</summary>
    public static async Task<IStore> OpenAsync(StoreContext context, bool isReplicated, CancellationToken cancellationToken)
    {
        var options = PostgresOptions.From(context.Options);
        var parts = await PostgresParts.OpenAsync(
            context, "postgres", PostgresErrors.Postgres + (isReplicated ? "_REPLICATED" : ""), options.MaxConnections, SessionOptions,
            ["001_events", "002_projection_checkpoints"], NotifyAtMostEvery, cancellationToken, hasStandbys: isReplicated);
        return new PostgresStore(parts, options, isReplicated);
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        return Appends.OfOne(await AppendAsync([new AppendPart(stream, expected, events)], cancellationToken));
    }

    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        Appends.RequireStreams(appends);
        return new(AppendAsync([.. appends.Select(a => new AppendPart(a.Stream, a.Expected, a.Events))], cancellationToken));
    }

    // Not an iterator itself: a second one around the query's would cost a step per event.
    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        return _parts.Database.StreamAsync(
            _parts.Database.Scripts.Get("111_read_stream"),
            new RecordedEventReader(stream).Read,
            to => new TypedParameters(to).Then(stream.Value).Then(fromVersion).Then(maxCount),
            cancellationToken);
    }

    /// <summary>The size of the events, and the bytes written by the server.</summary>
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default) => new(
        await _parts.Database.Query("141_data_bytes", r => r.GetInt64(0)).FirstOrDefaultAsync(cancellationToken),
        (await Inspector.ReadWorkAsync(cancellationToken)).WrittenBytes);

    public async Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        var description = await _parts.Database.DescribeAsync(
            $"Npgsql {LibraryVersion.Of(typeof(NpgsqlConnection))}",
            (_options.MaxBatch > 1 ? "Waiting appends share the next commit" : "Each append is a separate transaction")
                + $" ({_options.Lanes} connections, a stream belongs to one). "
                + "Appends to several streams use one statement; bulk appends use binary COPY. "
                + "Subscriptions follow transaction ids up to the snapshot's xmin, woken in process and by LISTEN/NOTIFY; "
                + "a projection saves rows, sums and checkpoint in one statement.",
            [new EffectiveSetting("lanes", _options.Lanes.ToString(CultureInfo.InvariantCulture), FromServer: false)],
            cancellationToken);
        return _isReplicated ? await Standbys.JudgeAsync(_parts.Database, description, cancellationToken) : description;
    }

    public ValueTask DisposeAsync() => _parts.CloseAsync([_projections, _bulk, .. _lanes, _parts.Notifications]);

    // Opened on demand, each connection would cost the first seconds of a load the start of a server's process.
    private async Task<string?> OpenLanesAsync(CancellationToken cancellationToken)
    {
        await Task.WhenAll(_lanes.Select(lane =>
        {
            var nothing = new PendingAppend([]);
            lane.Enqueue(nothing);
            return nothing.AnswerAsync(cancellationToken);
        }));
        return _lanes.Length == 1 ? null : $"{_lanes.Length} connections opened";
    }

    // The other streams may belong to other lanes, so this lane's versions may be outdated. The unique constraint detects that.
    private Task<MultiStreamResult> AppendAsync(AppendPart[] parts, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var append = new PendingAppend(parts);
        _lanes[(uint)string.GetHashCode(parts[0].Stream, StringComparison.Ordinal) % (uint)_lanes.Length].Enqueue(append);
        return append.AnswerAsync(cancellationToken);
    }
}
