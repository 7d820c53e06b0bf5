namespace EventSourcingBench.Stores.Etcd;

/// <summary>A namespace on a cluster: its keys, one writer, reads confirmed by a majority, and read models in a local file.</summary>
internal sealed class EtcdStore : IStore, IEventStore, IBulkWriter, IStorageMeter, IStoreInspector
{
    // Leaves a margin to the contract's five seconds.
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan DropLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan MetricsLimit = TimeSpan.FromSeconds(2);

    // The server updates the number of bytes in use when it writes its pages, every 100 ms.
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(200);

    private readonly StoreContext _context;
    private readonly EtcdClient _client;
    private readonly KeySpace _keys;
    private readonly CommitWriter _writer;
    private readonly EmbeddedReadModels _readModels;
    private readonly ProjectionHost _projections;
    private readonly long _before;

    // Data that was there before is dropped by the process that made it.
    private readonly bool _isNew;
    private readonly StoreClosing _closing = new();

    private EtcdStore(StoreContext context, EtcdClient client, KeySpace keys, long before, bool isNew)
    {
        (_context, _client, _keys, _before, _isNew) = (context, client, keys, before, isNew);
        _writer = new CommitWriter(client, keys, context.Options.Switch(EtcdPlugin.GroupCommit), context.Time);
        var log = new EtcdSubscription(client, keys);
        Subscription = new SharedFeed(log);
        _readModels = new EmbeddedReadModels(context, context.Namespace);
        _projections = ProjectionHost.Over(log, _readModels.OpenTablesAsync, context.Time);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Reads the namespace's keys with a majority of the nodes. The namespace may be empty.</summary>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var nodes = EtcdEndpoints.Parse(context.ConnectionString
            ?? throw new StoreUnavailableException("The store etcd has no server. Set EVENTSOURCINGBENCH_ETCD."));
        var client = new EtcdClient(nodes, context.Time);
        try
        {
            var keys = new KeySpace(context.Namespace);
            var commits = client.ReadAsync(EtcdRequest.Range(keys.CommitsFrom(1, limit: 1)), cancellationToken, OpenLimit);
            var status = client.ReadAsync(EtcdRequest.Status, cancellationToken, OpenLimit);
            await Task.WhenAll(commits, status);
            return new EtcdStore(context, client, keys, (await status).DbSizeInUse, isNew: (await commits).Kvs.Count == 0);
        }
        catch
        {
            client.Dispose();
            throw;
        }
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var encoded = EncodedEvent.Encode([.. events.Select(e => new BulkEvent(stream, e))]);
        return await _writer.AppendAsync(new WriteRequest(encoded, expected), cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await _writer.AppendAsync(new WriteRequest(EncodedEvent.Encode(events)), cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        var size = new PageSize();
        return StreamSlices.ReadAsync(fromVersion, maxCount, most: int.MaxValue, ReadPageAsync, cancellationToken);

        async ValueTask<(List<RecordedEvent> Events, bool IsLast)> ReadPageAsync(long from, int most)
        {
            var range = _keys.PartsFrom(stream, from, Math.Min(size.Limit, most));
            var page = await _client.ReadAsync(EtcdRequest.Range(range), cancellationToken);
            size.Seen(page);
            return ([.. page.Kvs.SelectMany(p => Part.Read(stream, p)).Where(e => e.Version >= from).Take(most)], !page.More);
        }
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        EtcdDescription.ReadAsync(_client, _context.Options, cancellationToken);

    /// <summary>The bytes in use in the server's file since the store was opened. The server reports one number for all data.</summary>
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        await Task.Delay(Settling, _context.Time, cancellationToken);
        var status = await _client.ReadAsync(EtcdRequest.Status, cancellationToken);
        return new StorageUse(Math.Max(0, status.DbSizeInUse - _before), WrittenBytes: null);
    }

    /// <summary>The counters in <c>/metrics</c>, of all nodes together. Written bytes are those of the log only.</summary>
    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default)
    {
        var metrics = await Task.WhenAll(
            _client.Nodes.All.Select(node => _client.TryGetAsync(node, "/metrics", MetricsLimit, cancellationToken)));

        // Without one of its nodes a sum would be too small.
        return Array.Exists(metrics, m => m is null) ? default : new WorkCounters(
            Sum("etcd_disk_wal_write_bytes_total"),
            Sum("etcd_disk_wal_fsync_duration_seconds_count") + Sum("etcd_disk_backend_commit_duration_seconds_count"),
            Sum("etcd_server_proposals_committed_total") / metrics.Length,
            Sum("grpc_server_started_total"),
            Sum("etcd_network_client_grpc_received_bytes_total") + Sum("etcd_network_client_grpc_sent_bytes_total"));

        long Sum(string name) => metrics.Sum(m => EtcdForcing.Sum(m!, name));
    }

    public async ValueTask DisposeAsync()
    {
        if (!await _closing.CloseAsync())
            return;

        await _projections.DisposeAsync();
        await _writer.DisposeAsync();
        await _client.Closing.CloseAsync();
        await _readModels.DisposeAsync();
        if (_isNew && !_context.KeepData)
            await DropAsync();

        _client.Dispose();
    }

    private async Task DropAsync()
    {
        using var client = new EtcdClient(_client.Nodes, _context.Time);
        try
        {
            await client.CallAsync(EtcdRequest.Delete(_keys.All), CancellationToken.None, DropLimit);
        }
        catch (EtcdException)
        {
            // The server is unavailable or refuses. A namespace is used once, so leftover keys do no harm.
        }
    }
}

public sealed class EtcdPlugin : IStorePlugin
{
    internal const string GroupCommit = "etcd.groupCommit";

    private static readonly StoreOption GroupCommitOption = new(
        GroupCommit, StoreOptionKind.Switch, "on", "whether waiting appends of this process share a transaction, on or off");

    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = "etcd", Replicated = true, Options = [GroupCommitOption], OpenAsync = EtcdStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [EtcdServer.Kind];
}
