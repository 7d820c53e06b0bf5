using EventSourcingBench.Stores.UmaDb.Wire;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>The methods of UmaDB's service. With another gRPC client this is the class that changes.</summary>
internal sealed class UmaDbCalls : IDisposable
{
    private const string Service = "umadb.v1.DCB";

    private readonly GrpcChannel _channel;
    private readonly GrpcMethod<HeadRequest, HeadResponse> _head;
    private readonly GrpcMethod<AppendRequest, AppendResponse> _append;
    private readonly GrpcMethod<ReadRequest, ReadResponse> _read;
    private readonly GrpcMethod<SubscribeRequest, SubscribeResponse> _subscribe;

    public UmaDbCalls(Uri address, TimeProvider time)
    {
        _channel = new GrpcChannel(address, time);
        _head = _channel.Method<HeadRequest, HeadResponse>(Service, "Head", HeadResponse.Parser);
        _append = _channel.Method<AppendRequest, AppendResponse>(Service, "Append", AppendResponse.Parser);
        _read = _channel.Method<ReadRequest, ReadResponse>(Service, "Read", ReadResponse.Parser);
        _subscribe = _channel.Method<SubscribeRequest, SubscribeResponse>(Service, "Subscribe", SubscribeResponse.Parser);
    }

    private static HeadRequest NoArguments { get; } = new();

    public ValueTask<GrpcReply<HeadResponse>> HeadAsync(TimeSpan? deadline, CancellationToken cancellationToken) =>
        _channel.UnaryAsync(_head, NoArguments, deadline, cancellationToken);

    public ValueTask<GrpcReply<AppendResponse>> AppendAsync(AppendRequest request, CancellationToken cancellationToken) =>
        _channel.UnaryAsync(_append, request, deadline: null, cancellationToken);

    public ValueTask<GrpcCall<ReadResponse>> ReadAsync(ReadRequest request, CancellationToken cancellationToken) =>
        _channel.ServerStreamingAsync(_read, request, deadline: null, cancellationToken);

    public ValueTask<GrpcCall<SubscribeResponse>> SubscribeAsync(SubscribeRequest request, CancellationToken cancellationToken) =>
        _channel.ServerStreamingAsync(_subscribe, request, deadline: null, cancellationToken);

    public void Dispose() => _channel.Dispose();
}
