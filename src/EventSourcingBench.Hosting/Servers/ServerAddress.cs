namespace EventSourcingBench.Hosting.Servers;

/// <summary>An address in a connection string, and whether a server answers there.</summary>
/// <param name="Greeting">What every server of the protocol answers; empty where only the connection is tried.</param>
internal sealed record ServerAddress(EndPoint Endpoint, ReadOnlyMemory<byte> Greeting)
{
    // A proxy accepts a connection for a server that is not there, and closes it at once.
    private static readonly TimeSpan CloseLimit = TimeSpan.FromMilliseconds(200);

    // The preface of an HTTP/2 client with empty settings: gRPC servers answer it, and those of HTTP/1 by an error.
    private static readonly ReadOnlyMemory<byte> Http2Preface =
        (byte[])[.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, 0, 0, 0, 4, 0, 0, 0, 0, 0];

    /// <summary>The addresses that a connection string names, in its order; none where it has another form than
    /// <c>scheme://user@a:1,b:2/path</c> or <c>Host=a:1,b;Port=2</c>.</summary>
    public static IReadOnlyList<ServerAddress> Of(string connectionString, ServerKind kind)
    {
        var end = connectionString.IndexOf("://", StringComparison.Ordinal);
        if (end >= 0)
        {
            // A password may have a slash that is not encoded: the hosts follow the last @ before the query.
            var hosts = connectionString[(end + 3)..].Split('?')[0].Split('@')[^1].Split('/')[0];
            var (defaultPort, greeting) = connectionString[..end] switch
            {
                "http" => (80, Http2Preface),
                "https" => (443, default),
                _ => (kind.DefaultPort, kind.Greeting),
            };
            return Parse(hosts, kind, defaultPort, greeting);
        }

        var pairs = connectionString.Split(';')
            .Select(p => p.Split('=', 2, StringSplitOptions.TrimEntries)).Where(p => p.Length == 2).ToList();
        string? Value(params string[] names) => pairs.Find(p => names.Contains(p[0], StringComparer.OrdinalIgnoreCase))?[1];
        return Value("Host", "Server") is { } list ? Parse(list, kind, Port(Value("Port"), kind.DefaultPort), kind.Greeting) : [];
    }

    /// <summary>Connects, and sends the greeting: null when the server answered, else why not.</summary>
    public async Task<string?> ProbeAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        using var socket = Endpoint is UnixDomainSocketEndPoint
            ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
            : new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            // The name is looked up within the limit as well.
            await socket.ConnectAsync(Endpoint, ending.Token).AsTask().WaitAsync(ending.Token);
            await socket.SendAsync(Greeting, ending.Token);
            if (Greeting.IsEmpty)
                ending.CancelAfter(CloseLimit);

            return await socket.ReceiveAsync(new byte[1], ending.Token) > 0 ? null : "The connection was closed";
        }
        catch (SocketException e)
        {
            return e.Message;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return Greeting.IsEmpty && socket.Connected
                ? null
                : FormattableString.Invariant($"No answer within {limit.TotalSeconds:0.#} s");
        }
    }

    /// <summary>Host and port, or the path of a socket.</summary>
    public override string ToString() => Endpoint is DnsEndPoint dns
        ? FormattableString.Invariant($"{(dns.Host.Contains(':') ? $"[{dns.Host}]" : dns.Host)}:{dns.Port}")
        : Endpoint.ToString()!;

    private static List<ServerAddress> Parse(string hosts, ServerKind kind, int defaultPort, ReadOnlyMemory<byte> greeting) =>
        [.. hosts.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(h => new ServerAddress(ParseEndpoint(h, kind, defaultPort), greeting))];

    private static EndPoint ParseEndpoint(string host, ServerKind kind, int defaultPort)
    {
        if (host.StartsWith('/'))
            return new UnixDomainSocketEndPoint(FormattableString.Invariant($"{host}/{kind.SocketFile}{defaultPort}"));

        // An IPv6 address contains colons, and has brackets where a port follows.
        var colon = host.LastIndexOf(':');
        var hasPort = colon > 0 && (host[colon - 1] == ']' || host.IndexOf(':', StringComparison.Ordinal) == colon);
        return new DnsEndPoint(
            (hasPort ? host[..colon] : host).Trim('[', ']'), hasPort ? Port(host[(colon + 1)..], defaultPort) : defaultPort);
    }

    private static int Port(string? text, int otherwise) =>
        ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) ? port : otherwise;
}
