using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Reads the server's settings over HTTP and derives the durability from them. Its gRPC protocol has no such call.</summary>
internal static class LogDescription
{
    private const int DefaultPort = 2113;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4);

    // Settings that affect durability and speed, with the server's names.
    private static readonly string[] Described =
    [
        "MemDb", "UnsafeDisableFlushToDisk", "MinFlushDelayMs", "ClusterSize", "ChunkSize", "ChunksCacheSize", "CachedChunks",
        "StreamInfoCacheCapacity", "StreamExistenceFilterSize", "SkipDbVerify", "SkipIndexVerify", "Insecure", "ReaderThreadsCount",
        "WorkerThreads", "DbLogFormat", "WriteThrough", "Unbuffered", "MaxMemTableSize", "IndexCacheDepth", "MaxAppendSize",
        "PrepareTimeoutMs", "CommitTimeoutMs", "WriteTimeoutMs", "StatsPeriodSec", "RunProjections", "ReadOnlyReplica",
    ];

    public static async Task<StoreDescription> ReadAsync(
        LogConnection connection, StoreOptions options, CancellationToken cancellationToken)
    {
        using var ending = connection.Link(cancellationToken);
        ending.CancelAfter(Limit);
        var (version, settings) = await connection.GuardAsync(() => AskAnyAsync(connection.Settings, ending.Token), cancellationToken);
        var (tier, reason) = Durability(settings);
        return new StoreDescription
        {
            ServerVersion = $"{Dialect.Product} {version}",
            ClientVersion = $"{Dialect.ClientPackage} {typeof(LogClient).Assembly.GetName().Version!.ToString(3)}",
            Durability = tier,
            DurabilityReason = reason,
            Reads = Reads(Nodes(settings), connection.Settings.ConnectivitySettings.NodePreference),
            Mechanism = (options.Text(LogOptions.Append) == LogOptions.Batch
                ? "All appends share one streaming call (BatchAppend)."
                : "Each append is a separate call (Append, unary).")
                + (options.Text(LogOptions.Subscription) == LogOptions.Persistent
                    ? " Each subscriber has a persistent subscription to $all, which promises less than a catch-up subscription: at least "
                        + "once, and retries out of order; events that were delivered before are left out by the client. A catch-up "
                        + "subscription feeds projections."
                    : " A catch-up subscription to $all feeds subscribers and projections.")
                + " The server filters it to this store's streams, or to those that a subscriber selects. Read model and checkpoint are "
                + "saved in one transaction of an embedded SQLite file (WAL, synchronous=full).",
            Settings = [.. settings, .. options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false))],
        };
    }

    /// <summary>A leader has indexed all acknowledged events before it answers, and refuses others' calls once it is none. But it notices
    /// seconds later that it is cut off from a majority, which may have another leader by then.</summary>
    /// <param name="nodes">The size of the cluster; null if it is unknown.</param>
    internal static ReadConsistency Reads(long? nodes, NodePreference preference) => nodes == 1 ? ReadConsistency.Linearizable
        : preference == NodePreference.Leader ? ReadConsistency.Session : ReadConsistency.Eventual;

    private static string Value(List<EffectiveSetting> settings, string name) => settings.Find(s => s.Name == name)?.Value ?? "";

    private static long? Nodes(List<EffectiveSetting> settings) =>
        long.TryParse(Value(settings, "ClusterSize"), NumberStyles.None, CultureInfo.InvariantCulture, out var nodes) ? nodes : null;

    private static (DurabilityTier Tier, string Reason) Durability(List<EffectiveSetting> settings)
    {
        bool IsOn(string name) => bool.TryParse(Value(settings, name), out var on) && on;
        if (settings.Count == 0)
        {
            return (DurabilityTier.Buffered, "The server shows its options to administrators only, so its durability cannot be "
                + "verified. Use an administrator in the connection string.");
        }

        if (IsOn("MemDb"))
            return (DurabilityTier.Volatile, "MemDb=true: nothing is written to disk.");

        if (IsOn("UnsafeDisableFlushToDisk"))
            return (DurabilityTier.Buffered, "UnsafeDisableFlushToDisk=true: events are written and not forced to disk.");

        return Nodes(settings) is > 1 and var nodes
            ? (DurabilityTier.Replicated, $"ClusterSize={nodes}: an append is acknowledged when a majority has it on disk.")
            : (DurabilityTier.Fsync, "UnsafeDisableFlushToDisk=false: the log is forced to disk before an append is "
                + "acknowledged; waiting appends share a flush.");
    }

    // The first member of a cluster that answers.
    private static async Task<(string Version, List<EffectiveSetting> Settings)> AskAnyAsync(
        LogClientSettings settings, CancellationToken cancellationToken)
    {
        var addresses = Addresses(settings.ConnectivitySettings);
        for (var i = 0; ; i++)
        {
            try
            {
                using var http = Client(settings, addresses[i]);
                return await AskAsync(http, cancellationToken);
            }
            catch (HttpRequestException) when (i < addresses.Count - 1)
            {
                // Try the next member.
            }
        }
    }

    private static async Task<(string Version, List<EffectiveSetting> Settings)> AskAsync(
        HttpClient http, CancellationToken cancellationToken)
    {
        using var info = JsonDocument.Parse(await http.GetStringAsync("info", cancellationToken));
        var version = (info.RootElement.TryGetProperty("esVersion", out var old) || info.RootElement.TryGetProperty("dbVersion", out old)
            ? old.GetString()
            : null) ?? "of unknown version";
        using var answer = await http.GetAsync("info/options", cancellationToken);
        if (!answer.IsSuccessStatusCode)
            return (version, []);

        using var listed = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellationToken));
        var values = listed.RootElement.EnumerateArray().ToDictionary(
            o => o.GetProperty("name").GetString()!, o => o.GetProperty("value").ToString(), StringComparer.Ordinal);
        var known = Described.Where(name => values.GetValueOrDefault(name, "").Length > 0);
        return (version, [.. known.Select(name => new EffectiveSetting(name, values[name]))]);
    }

    private static HttpClient Client(LogClientSettings settings, Uri address)
    {
        var connectivity = settings.ConnectivitySettings;
        var handler = new SocketsHttpHandler();
        if (!connectivity.TlsVerifyCert)
        {
#pragma warning disable MA0039, CA5359 // Requested in the connection string: tlsVerifyCert=false.
            handler.SslOptions.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore MA0039, CA5359
        }
        else if (connectivity.TlsCaFile is { } authority)
        {
            handler.SslOptions.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                CustomTrustStore = { authority },
                RevocationMode = X509RevocationMode.NoCheck,
            };
        }

        var http = new HttpClient(handler) { BaseAddress = address };
        if (settings.DefaultCredentials is { Username: { } user } credentials)
        {
            var basic = Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{credentials.Password}"));
            http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", basic);
        }

        return http;
    }

    private static List<Uri> Addresses(LogClientConnectivity connectivity)
    {
        var scheme = connectivity.Insecure ? Uri.UriSchemeHttp : Uri.UriSchemeHttps;
        return connectivity switch
        {
            { Address: { } one } => [one],
            { GossipSeeds: { Length: > 0 } seeds } => [.. seeds.Select(s => Seed(scheme, s))],
            _ => [new UriBuilder(scheme, "localhost", DefaultPort).Uri],
        };
    }

    private static Uri Seed(string scheme, EndPoint seed) => seed switch
    {
        DnsEndPoint dns => new UriBuilder(scheme, dns.Host, dns.Port).Uri,
        IPEndPoint ip => new UriBuilder(scheme, ip.Address.ToString(), ip.Port).Uri,
        _ => new UriBuilder(scheme, "localhost", DefaultPort).Uri,
    };
}
