namespace EventSourcingBench.Stores.UmaDb;

/// <summary>The server's address and version: <c>http://127.0.0.1:50051</c> or <c>http://127.0.0.1:50051?version=0.7.8</c>.</summary>
internal sealed record UmaDbServer(Uri Address, string? Version)
{
    private const string VersionName = "?version=";

    /// <exception cref="StoreUnavailableException">The format is wrong; the message shows the right one.</exception>
    public static UmaDbServer Parse(string connectionString)
    {
        if (!Uri.TryCreate(connectionString, UriKind.Absolute, out var uri) || uri.Scheme != Uri.UriSchemeHttp || uri.AbsolutePath != "/"
            || uri.UserInfo.Length > 0 || (uri.Query.Length > 0 && !uri.Query.StartsWith(VersionName, StringComparison.Ordinal)))
        {
            throw new StoreUnavailableException(
                "EVENTSOURCINGBENCH_UMADB is not the address of a UmaDB server. Use http://HOST:PORT, without TLS and without a user; "
                + $"append {VersionName}X.Y.Z to include the version in the report.");
        }

        var version = uri.Query.Length > VersionName.Length ? Uri.UnescapeDataString(uri.Query[VersionName.Length..]) : null;
        return new UmaDbServer(new Uri(uri.GetLeftPart(UriPartial.Authority)), version);
    }

    /// <summary>One HTTP/2 connection without TLS, shared by all calls of a store. It opens at the first call.</summary>
    public GrpcChannel Connect() => GrpcChannel.ForAddress(Address, new GrpcChannelOptions
    {
        // Not the handler directly: the channel would open separate connections, and delay the next attempt after a failure.
        HttpClient = new HttpClient(new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            UseProxy = false,
            ConnectTimeout = TimeSpan.FromSeconds(3),
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
}
