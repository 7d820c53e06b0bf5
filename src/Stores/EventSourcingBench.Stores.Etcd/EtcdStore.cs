namespace EventSourcingBench.Stores.Etcd;

/// <summary>A namespace on a cluster: its keys, one writer, reads confirmed by a majority, and read models in a local file.</summary>
/// <param name="before">Bytes in use when it was opened.</param>
/// <param name="isNew">Data that was there before is dropped by the process that made it.</param>
internal sealed class EtcdStore(
    StoreContext context, EtcdClient client, KeySpace keys, EtcdSubscription log, EmbeddedReadModels readModels, long before, bool isNew)
    : IStore, IEventStore, IBulkWriter, IStorageMeter, IStoreInspector
{
    // Leaves a margin to the contract's five seconds.
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan DropLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan MetricsLimit = TimeSpan.FromSeconds(2);

    // The server updates the number of bytes in use when it writes its pages, every 100 ms.
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(200);

    private readonly CommitWriter _writer = new(client, keys, context.Options.Switch(EtcdPlugin.GroupCommit), context.Time);
    private readonly ProjectionHost _projections = ProjectionHost.Over(log, readModels.OpenTablesAsync, context.Time);
    private readonly StoreClosing _closing = new();

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public ICatchUpSubscription Subscription { get; } = new SharedFeed(log);

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
            return new EtcdStore(
                context, client, keys, new(client, keys), new(context, context.Namespace), (await status).DbSizeInUse,
                isNew: (await commits).Kvs.Count == 0);
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
            var range = keys.PartsFrom(stream, from, Math.Min(size.Limit, most));
            var page = await client.ReadAsync(EtcdRequest.Range(range), cancellationToken);
            size.Seen(page);
            return ([.. page.Kvs.SelectMany(p => Part.Read(stream, p)).Where(e => e.Version >= from).Take(most)], !page.More);
        }
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        EtcdDescription.ReadAsync(client, context.Options, cancellationToken);

    /// <summary>The bytes in use in the server's file since the store was opened. The server reports one number for all data.</summary>
    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        await Task.Delay(Settling, context.Time, cancellationToken);
        var status = await client.ReadAsync(EtcdRequest.Status, cancellationToken);
        return new StorageUse(Math.Max(0, status.DbSizeInUse - before), WrittenBytes: null);
    }

    /// <summary>The counters in <c>/metrics</c>, of all nodes together. Written bytes are those of the log only.</summary>
    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default)
    {
        var metrics = await Task.WhenAll(
            client.Nodes.All.Select(node => client.TryGetAsync(node, "/metrics", MetricsLimit, cancellationToken)));

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
        await client.Closing.CloseAsync();
        await readModels.DisposeAsync();
        if (context.RemovesData(isNew))
            await DropAsync();

        client.Dispose();
    }

    private async Task DropAsync()
    {
        using var last = new EtcdClient(client.Nodes, context.Time);
        try
        {
            await last.CallAsync(EtcdRequest.Delete(keys.All), CancellationToken.None, DropLimit);
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
