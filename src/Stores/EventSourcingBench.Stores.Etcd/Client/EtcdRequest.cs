namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A unary call, which can be sent to any node, and again.</summary>
/// <param name="Bytes">The size of a large request: its time limits grow with it.</param>
internal sealed record EtcdRequest<T>(Func<GrpcChannel, CallOptions, AsyncUnaryCall<T>> Send, int Bytes = 0);

internal static class EtcdRequest
{
    public static EtcdRequest<StatusResponse> Status { get; } = new(
        (node, options) => new Maintenance.MaintenanceClient(node).StatusAsync(new(), options));

    public static EtcdRequest<AlarmResponse> Alarms { get; } = new(
        (node, options) => new Maintenance.MaintenanceClient(node).AlarmAsync(
            new() { Action = AlarmRequest.Types.AlarmAction.Get }, options));

    public static EtcdRequest<MemberListResponse> Members { get; } = new(
        (node, options) => new Cluster.ClusterClient(node).MemberListAsync(new(), options));

    public static EtcdRequest<RangeResponse> Range(RangeRequest range) => new(
        (node, options) => new KV.KVClient(node).RangeAsync(range, options));

    public static EtcdRequest<DeleteRangeResponse> Delete(RangeRequest range) => new((node, options) =>
        new KV.KVClient(node).DeleteRangeAsync(new() { Key = range.Key, RangeEnd = range.RangeEnd }, options));

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
        new((node, options) => new KV.KVClient(node).TxnAsync(request, options), request.CalculateSize());
}
