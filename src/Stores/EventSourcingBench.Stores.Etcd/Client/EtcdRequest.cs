namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A unary call, which can be sent to any node, and again.</summary>
/// <param name="Bytes">The size of a large request: its time limits grow with it.</param>
internal sealed record EtcdRequest<T>(Func<EtcdNode, CallOptions, AsyncUnaryCall<T>> Send, int Bytes = 0);

internal static class EtcdRequest
{
    public static EtcdRequest<StatusResponse> Status { get; } = new((node, options) => node.Maintenance.StatusAsync(new(), options));

    public static EtcdRequest<AlarmResponse> Alarms { get; } = new(
        (node, options) => node.Maintenance.AlarmAsync(new() { Action = AlarmRequest.Types.AlarmAction.Get }, options));

    public static EtcdRequest<MemberListResponse> Members { get; } = new((node, options) => node.Cluster.MemberListAsync(new(), options));

    public static EtcdRequest<RangeResponse> Range(RangeRequest range) => new((node, options) => node.Keys.RangeAsync(range, options));

    public static EtcdRequest<DeleteRangeResponse> Delete(RangeRequest range) => new((node, options) =>
        node.Keys.DeleteRangeAsync(new() { Key = range.Key, RangeEnd = range.RangeEnd }, options));

    /// <summary>A transaction that puts all pairs if the key is missing, otherwise reads the range.</summary>
    public static EtcdRequest<TxnResponse> PutIfAbsent(ByteString absent, IEnumerable<PutRequest> puts, RangeRequest otherwise) =>
        Transaction(new()
        {
            Compare = { new Compare { Key = absent, Target = Compare.Types.CompareTarget.Create, CreateRevision = 0 } },
            Success = { puts.Select(p => new RequestOp { RequestPut = p }) },
            Failure = { new RequestOp { RequestRange = otherwise } },
        });

    /// <summary>A transaction that reads ranges, all at one revision.</summary>
    public static EtcdRequest<TxnResponse> Read(IEnumerable<RangeRequest> ranges) =>
        Transaction(new() { Success = { ranges.Select(r => new RequestOp { RequestRange = r }) } });

    public static WatchRequest WatchFrom(RangeRequest range, long revision) => new()
    {
        CreateRequest = new()
        {
            Key = range.Key,
            RangeEnd = range.RangeEnd,
            StartRevision = revision,
            Filters = { WatchCreateRequest.Types.FilterType.Nodelete },
        },
    };

    private static EtcdRequest<TxnResponse> Transaction(TxnRequest request) =>
        new((node, options) => node.Keys.TxnAsync(request, options), request.CalculateSize());
}

/// <summary>The services of a node, over one HTTP/2 connection.</summary>
internal sealed class EtcdNode(GrpcChannel channel) : IDisposable
{
    public KV.KVClient Keys { get; } = new(channel);

    public Watch.WatchClient Watch { get; } = new(channel);

    public Maintenance.MaintenanceClient Maintenance { get; } = new(channel);

    public Cluster.ClusterClient Cluster { get; } = new(channel);

    public void Dispose() => channel.Dispose();
}
