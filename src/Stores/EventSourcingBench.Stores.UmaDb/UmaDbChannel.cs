using Grpc.Net.Client;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>One HTTP/2 connection without TLS, shared by all calls of a store. It opens at the first call.</summary>
/// <param name="address">The server's address, such as <c>http://127.0.0.1:50051</c>.</param>
internal sealed class UmaDbChannel(Uri address) : IDisposable
{
    private const int StreamWindow = 1024 * 1024;

    // A status may repeat the request's data: UmaDB returns the whole event that matched a condition.
    private const int MaxHeadersKilobytes = 64 * 1024;

    private readonly GrpcChannel _channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions
    {
        // Not the handler directly: the channel would open separate connections, and delay the next attempt after a failure.
        HttpClient = new HttpClient(Handler()) { Timeout = Timeout.InfiniteTimeSpan },
        DisposeHttpClient = true,
        MaxReceiveMessageSize = null,
    });

    public Uri Address => address;

    public DCB.DCBClient Client => new(_channel);

    public void Dispose() => _channel.Dispose();

    private static SocketsHttpHandler Handler() => new()
    {
        ActivityHeadersPropagator = null,
        UseProxy = false,
        ConnectTimeout = TimeSpan.FromSeconds(3),
        InitialHttp2StreamWindowSize = StreamWindow,
#pragma warning disable CA2262 // The length is intended.
        MaxResponseHeadersLength = MaxHeadersKilobytes,
#pragma warning restore CA2262
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,

        // A subscription sends nothing. Pings detect a server that disappeared without closing its connection.
        KeepAlivePingDelay = TimeSpan.FromSeconds(10),
        KeepAlivePingTimeout = TimeSpan.FromSeconds(5),
    };
}
