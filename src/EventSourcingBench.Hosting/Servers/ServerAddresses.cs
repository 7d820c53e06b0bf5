using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Hosting;

/// <summary>The addresses in a connection string, and whether servers answer there.</summary>
internal static class ServerAddresses
{
    private const int PostgresPort = 5432;

    /// <summary>
    /// The endpoints that a connection string names, in its order; none where it has another form than
    /// <c>scheme://user@a:1,b:2/path</c> or <c>Host=a:1,b;Port=2</c>. Default port: that of the scheme.
    /// </summary>
    public static IReadOnlyList<EndPoint> Of(string connectionString)
    {
        var scheme = connectionString.IndexOf("://", StringComparison.Ordinal);
        if (scheme >= 0)
        {
            var hosts = connectionString[(scheme + 3)..].Split('/', '?')[0].Split('@')[^1];
            return Parse(hosts, DefaultPort(connectionString[..scheme]));
        }

        var pairs = connectionString.Split(';').Select(p => p.Split('=', 2, StringSplitOptions.TrimEntries)).Where(p => p.Length == 2).ToList();
        string? Value(params string[] names) => pairs.Find(p => names.Contains(p[0], StringComparer.OrdinalIgnoreCase))?[1];
        var port = int.TryParse(Value("Port"), NumberStyles.None, CultureInfo.InvariantCulture, out var given) ? given : PostgresPort;
        return Value("Host", "Server") is { } list ? Parse(list, port) : [];
    }

    /// <summary>Connects to an endpoint: null when it answered, else why not.</summary>
    /// <param name="endpoint">One of <see cref="Of"/>.</param>
    /// <param name="limit">How long it may take.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    public static async Task<string?> ProbeAsync(EndPoint endpoint, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var socket = endpoint is UnixDomainSocketEndPoint
            ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
            : new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // The name is looked up within the limit as well.
            await socket.ConnectAsync(endpoint, cancellationToken).AsTask().WaitAsync(limit, cancellationToken);
            return null;
        }
        catch (SocketException e)
        {
            return e.Message;
        }
        catch (TimeoutException)
        {
            return string.Create(CultureInfo.InvariantCulture, $"No answer within {limit.TotalSeconds:0.#} s");
        }
    }

    /// <summary>How an endpoint is shown: host and port, or the path of a socket.</summary>
    public static string Text(EndPoint endpoint) => endpoint is DnsEndPoint dns
        ? string.Create(CultureInfo.InvariantCulture, $"{(dns.Host.Contains(':') ? $"[{dns.Host}]" : dns.Host)}:{dns.Port}")
        : endpoint.ToString()!;

    private static List<EndPoint> Parse(string hosts, int defaultPort) =>
        [.. hosts.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(h => Endpoint(h, defaultPort))];

    private static EndPoint Endpoint(string host, int defaultPort)
    {
        if (host.StartsWith('/'))
        {
            return new UnixDomainSocketEndPoint(string.Create(CultureInfo.InvariantCulture, $"{host}/.s.PGSQL.{defaultPort}"));
        }

        // An IPv6 address has colons of its own, and brackets where a port follows.
        var colon = host.LastIndexOf(':');
        var hasPort = colon > 0 && (host[colon - 1] == ']' || host.IndexOf(':', StringComparison.Ordinal) == colon);
        var port = hasPort && ushort.TryParse(host[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var given) ? given : defaultPort;
        return new DnsEndPoint((hasPort ? host[..colon] : host).Trim('[', ']'), port);
    }

    private static int DefaultPort(string scheme) => scheme switch
    {
        "http" => 80,
        "https" => 443,
        _ when scheme.StartsWith("mongodb", StringComparison.Ordinal) => 27017,
        _ when scheme.StartsWith("postgres", StringComparison.Ordinal) => PostgresPort,
        // EventStoreDB and KurrentDB.
        _ => 2113,
    };
}
