using EventSourcingBench.Stores.UmaDb.Wire;
using Grpc.Net.Client;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>One HTTP/2 connection without TLS, which all calls of a store share. It is made at the first call.</summary>
/// <param name="address">The server, such as <c>http://127.0.0.1:50051</c>.</param>
internal sealed class UmaDbChannel(Uri address) : IDisposable
{
    private const int StreamWindow = 1024 * 1024;

    // A status may repeat what the request was about: UmaDB sends the whole event that a condition matched.
    private const int MaxHeadersKilobytes = 64 * 1024;

    private readonly GrpcChannel _channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions
    {
        // Not the handler by itself: the channel would make its own connections from it, and after a failure wait before the next.
        HttpClient = new HttpClient(Handler()) { Timeout = Timeout.InfiniteTimeSpan },
        DisposeHttpClient = true,
        MaxReceiveMessageSize = null,
    });

    /// <summary>The server.</summary>
    public Uri Address => address;

    /// <summary>A client of the server.</summary>
    public DCB.DCBClient Client => new(_channel);

    public void Dispose() => _channel.Dispose();

    private static SocketsHttpHandler Handler() => new()
    {
        ActivityHeadersPropagator = null,
        UseProxy = false,
        ConnectTimeout = TimeSpan.FromSeconds(3),
        InitialHttp2StreamWindowSize = StreamWindow,
#pragma warning disable CA2262 // It is meant to be that long.
        MaxResponseHeadersLength = MaxHeadersKilobytes,
#pragma warning restore CA2262
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,

        // A subscription, which sends nothing, also notices a server that disappeared without closing its connection.
        KeepAlivePingDelay = TimeSpan.FromSeconds(10),
        KeepAlivePingTimeout = TimeSpan.FromSeconds(5),
    };
}
