namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A part of the log of a UmaDB server, see <see cref="LogWindow"/>.</summary>
internal sealed class UmaDbStore(UmaDbServer server, GrpcChannel channel, NamespaceMarker marker, LogWindow window)
    : IStore, IDcbEventStore
{
    // The server's maximum; its default is 1024.
    private const int MaxBatch = 4096;

    private readonly DCB.DCBClient _client = new(channel);
    private readonly StoreClosing _closing = new();

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentConditionalAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent
        | StoreCapabilities.KeepsBytes;

    /// <summary>Finds the event behind which the store's part starts, or appends it.</summary>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var server = UmaDbServer.Parse(context.ConnectionString ?? throw new StoreUnavailableException("The store dcb-umadb has "
            + "no server. Set EVENTSOURCINGBENCH_UMADB."));
        var channel = GrpcConnection.Open(server.Address);
        try
        {
            var marker = new NamespaceMarker(new(channel), server, context.Namespace);
            return new UmaDbStore(server, channel, marker, new(await marker.FindAsync(cancellationToken)));
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        var request = new ReadRequest { Query = WireEvents.ToWire(query), Start = window.ToLog(after) + 1 };
        // The request's limit is not used: with it, the head of the answer would not be the log's.
        if (limit < MaxBatch)
            request.BatchSize = (uint)Math.Max(limit, 1);

        var events = new List<DcbRecordedEvent>();
        ulong head = 0;
        using var inStore = RequestTimes.EnterStore();
        using var call = Begin(() => _client.Read(request, cancellationToken: cancellationToken));
        while (await NextAsync(call.ResponseStream, cancellationToken))
        {
            head = call.ResponseStream.Current.Head;
            var found = call.ResponseStream.Current.Events;
            events.AddRange(found.Take(limit - events.Count).Select(recorded => WireEvents.FromWire(recorded, window)));
            if (events.Count >= limit)
                break;
        }

        return new DcbReadResult(events, window.ToStore(head));
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var ended = _closing.Link(cancellationToken);
        var request = new SubscribeRequest { Query = WireEvents.ToWire(query), After = window.ToLog(after) };
        using var call = Begin(() => _client.Subscribe(request, cancellationToken: ended.Token));
        while (await NextAsync(call.ResponseStream, cancellationToken))
        {
            foreach (var recorded in call.ResponseStream.Current.Events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return WireEvents.FromWire(recorded, window);
            }
        }

        throw UmaDbErrors.Reading(new RpcException(new(StatusCode.Unavailable, "The server ended the subscription.")), server.Address);
    }

    public async ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        try
        {
            var request = WireEvents.ToWire(events, condition, window);
            using var inStore = RequestTimes.EnterStore();
            var appended = await Begin(() => _client.AppendAsync(request, cancellationToken: cancellationToken));
            return new DcbAppendResult(window.ToStore(appended.Position));
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.FailedPrecondition)
        {
            // UmaDB uses this code for failed conditions only.
            return new DcbAppendResult(null);
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Appending(e, server.Address);
        }
    }

    public async Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        _closing.ThrowIfClosed();
        await marker.FindAsync(cancellationToken);
        return new StoreDescription
        {
            ServerVersion = server.Version is { } version ? "UmaDB " + version : "UmaDB, version unknown (the server does not report it)",
            ClientVersion = $"Grpc.Net.Client {LibraryVersion.Of(typeof(GrpcChannel))}",
            Durability = DurabilityTier.Fsync,
            DurabilityReason = "UmaDB acknowledges an append after its commit, which forces the file to disk twice (fdatasync "
                + "after the pages and after the header). No setting disables this.",
            Mechanism = "One unary call per append with its condition, one streaming call per read. The server's single writer "
                + "commits all waiting appends together. A subscription is a streaming call that stays open.",
            Settings = [new EffectiveSetting("log.start", window.Start.ToString(CultureInfo.InvariantCulture), FromServer: false)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        await _closing.CloseAsync();
        channel.Dispose();
    }

    // The store may be closed while a call begins.
    private T Begin<T>(Func<T> call)
    {
        _closing.ThrowIfClosed();
        try
        {
            return call();
        }
        catch (ObjectDisposedException e)
        {
            throw StoreClosing.Error(e);
        }
    }

    private async ValueTask<bool> NextAsync<T>(IAsyncStreamReader<T> answers, CancellationToken cancellationToken)
    {
        try
        {
            return await answers.MoveNext(CancellationToken.None);
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            _closing.ThrowIfClosed();
            throw UmaDbErrors.Reading(e, server.Address);
        }
    }
}

public sealed class UmaDbStorePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } = [new() { Name = "dcb-umadb", OpenAsync = UmaDbStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [UmaDbProcess.Kind];
}
