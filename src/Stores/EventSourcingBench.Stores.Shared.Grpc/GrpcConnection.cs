using Grpc.Core;
using Grpc.Net.Client;

namespace EventSourcingBench.Stores.Shared.Grpc;

/// <summary>Connections to servers that speak gRPC.</summary>
internal static class GrpcConnection
{
    /// <summary>One HTTP/2 connection, shared by all calls. It opens at the first call.</summary>
    public static GrpcChannel Open(Uri address) => GrpcChannel.ForAddress(address, new GrpcChannelOptions
    {
        // Not the handler directly: the channel would open separate connections, and delay the next attempt after a failure.
        HttpClient = new HttpClient(new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            UseProxy = false,
            ConnectTimeout = TimeSpan.FromSeconds(2),
            InitialHttp2StreamWindowSize = 1 << 20,
#pragma warning disable CA2262 // In KB: a status may repeat the request's data. UmaDB returns the whole event that matched a condition.
            MaxResponseHeadersLength = 64 << 10,
#pragma warning restore CA2262
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,

            // A subscription sends nothing. Pings detect a server that disappeared without closing its connection.
            KeepAlivePingDelay = TimeSpan.FromSeconds(10),
            KeepAlivePingTimeout = TimeSpan.FromSeconds(5),
        })
        { Timeout = Timeout.InfiniteTimeSpan },
        DisposeHttpClient = true,
        MaxReceiveMessageSize = null,
    });

    /// <summary>Whether the call was certainly not sent: no connection was made, or not in time.</summary>
    public static bool IsUnsent(this RpcException failure) => failure.Status.DebugException switch
    {
        HttpRequestException e => e.HttpRequestError is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError,
        OperationCanceledException e => e.InnerException is TimeoutException,
        _ => false,
    };
}
