using System.Net;
using System.Runtime.CompilerServices;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// Calls of one server over one HTTP/2 connection without TLS, which every call shares. Made for what the store needs:
/// unary and server-streaming calls, without compression.
/// </summary>
internal sealed class GrpcChannel : IDisposable
{
    private const int StreamWindow = 1024 * 1024;

    // A status may repeat what the request was about: UmaDB tells the whole of the event that a condition matched.
    private const int LongestHeadersKilobytes = 64 * 1024;

    private readonly HttpMessageInvoker _invoker;
    private readonly Uri _address;
    private readonly TimeProvider _time;

    /// <summary>Connects at the first call.</summary>
    /// <param name="address">Such as <c>http://127.0.0.1:50051</c>.</param>
    /// <param name="time">The clock of deadlines.</param>
    public GrpcChannel(Uri address, TimeProvider time)
    {
        _address = address;
        _time = time;
        _invoker = new HttpMessageInvoker(new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            UseCookies = false,
            UseProxy = false,
            ConnectTimeout = TimeSpan.FromSeconds(3),
            InitialHttp2StreamWindowSize = StreamWindow,
#pragma warning disable CA2262 // It is meant to be that long.
            MaxResponseHeadersLength = LongestHeadersKilobytes,
#pragma warning restore CA2262
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,

            // A server that vanished without a word is noticed by a subscription too.
            KeepAlivePingDelay = TimeSpan.FromSeconds(10),
            KeepAlivePingTimeout = TimeSpan.FromSeconds(5),
        });
    }

    /// <summary>A method of a service.</summary>
    /// <param name="service">Its full name.</param>
    /// <param name="method">The method's name.</param>
    /// <param name="parser">Reads the answers.</param>
    public GrpcMethod<TRequest, TResponse> Method<TRequest, TResponse>(string service, string method, MessageParser<TResponse> parser)
        where TRequest : IMessage<TRequest>
        where TResponse : class, IMessage<TResponse> =>
        new(new Uri(_address, $"/{service}/{method}"), parser, _time);

    /// <summary>Asks once and waits for the one answer.</summary>
    /// <param name="method">Whom.</param>
    /// <param name="request">What.</param>
    /// <param name="deadline">The longest that it may take; null for as long as it takes.</param>
    /// <param name="cancellationToken">Cancels the call, also at the server.</param>
    /// <exception cref="GrpcException">There was no answer, none in time, or one that is against the protocol.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<GrpcReply<TResponse>> UnaryAsync<TRequest, TResponse>(
        GrpcMethod<TRequest, TResponse> method, TRequest request, TimeSpan? deadline, CancellationToken cancellationToken)
        where TRequest : IMessage<TRequest>
        where TResponse : class, IMessage<TResponse>
    {
        using var call = method.Call(request, deadline, cancellationToken);
        await call.StartAsync(_invoker);
        if (!await call.MoveNextAsync())
        {
            return call.Status.IsOk ? throw GrpcFailure.Protocol("The server answered without a message.") : new(call.Status, null);
        }

        var message = call.Current;
        return await call.MoveNextAsync()
            ? throw GrpcFailure.Protocol("The server answered with more than one message.")
            : new(call.Status, call.Status.IsOk ? message : null);
    }

    /// <summary>Asks once and gives the answers as they come. It is to be disposed of, which cancels what is still to come.</summary>
    /// <param name="method">Whom.</param>
    /// <param name="request">What.</param>
    /// <param name="deadline">The longest that all of it may take; null for as long as it takes.</param>
    /// <param name="cancellationToken">Cancels the call, also at the server.</param>
    /// <exception cref="GrpcException">There was no answer, or none in time.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<GrpcCall<TResponse>> ServerStreamingAsync<TRequest, TResponse>(
        GrpcMethod<TRequest, TResponse> method, TRequest request, TimeSpan? deadline, CancellationToken cancellationToken)
        where TRequest : IMessage<TRequest>
        where TResponse : class, IMessage<TResponse>
    {
        var call = method.Call(request, deadline, cancellationToken);
        try
        {
            await call.StartAsync(_invoker);
            return call;
        }
        catch
        {
            call.Dispose();
            throw;
        }
    }

    public void Dispose() => _invoker.Dispose();
}
