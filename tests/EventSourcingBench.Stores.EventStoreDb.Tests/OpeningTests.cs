using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The error that a user sees when a store cannot be opened.</summary>
public sealed class OpeningTests
{
    private static readonly string Scheme = LogTestServer.Definition.Name == "kurrentdb" ? "kurrentdb" : "esdb";

    [Fact]
    public async Task No_server_or_one_that_keeps_silent_is_said_within_five_seconds()
    {
        (await RefusedAsync($"{Scheme}://127.0.0.1:1?tls=false")).ShouldMatch(@"127\.0\.0\.1:1 did not answer .*Start it");
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        (await RefusedAsync($"{Scheme}://{silent.LocalEndpoint}?tls=false")).ShouldContain("did not answer in time");
    }

    [Theory]
    [InlineData("")]
    [InlineData("Host=127.0.0.1;Port=5432")]
    [InlineData("{scheme}://127.0.0.1:2113?tls=perhaps")]
    [InlineData("{scheme}://127.0.0.1:2113?noSuchSetting=1")]
    public async Task A_wrong_connection_string_names_its_variable(string connectionString) =>
        (await RefusedAsync(connectionString.Replace("{scheme}", Scheme, StringComparison.Ordinal)))
            .ShouldContain("EVENTSOURCINGBENCH_" + LogTestServer.Definition.Name.ToUpperInvariant());

    [Fact]
    public async Task The_error_of_a_tls_client_says_that_the_server_is_plain()
    {
        var plain = await LogTestServer.ConnectAsync(Cancel);
        Assert.SkipUnless(plain.Contains("tls=false", StringComparison.Ordinal), "The server given speaks TLS.");
        (await RefusedAsync(plain.Replace("tls=false", "tls=true", StringComparison.Ordinal))).ShouldContain("?tls=false");
    }

    [Fact]
    public async Task The_error_of_a_plain_client_says_that_the_server_wants_tls()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var stop = new CancellationTokenSource();
        var serving = ServeTlsAsync(listener, stop.Token);
        (await RefusedAsync($"{Scheme}://{listener.LocalEndpoint}?tls=false")).ShouldContain("remove ?tls=false");
        (await RefusedAsync($"{Scheme}://{listener.LocalEndpoint}?tls=true")).ShouldContain("tlsCaFile");
        await stop.CancelAsync();
        await serving;
    }

    private static async Task<string> RefusedAsync(string connectionString)
    {
        var watch = Stopwatch.StartNew();
        var refused = await Should.ThrowAsync<StoreUnavailableException>(() => LogTestServer.OpenAsync(connectionString, Cancel));
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(5));
        return refused.Message;
    }

    private static async Task ServeTlsAsync(TcpListener listener, CancellationToken stop)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        try
        {
            while (true)
            {
                using var client = await listener.AcceptTcpClientAsync(stop);
                await using var tls = new SslStream(client.GetStream());
                try
                {
                    await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = certificate }, stop);
                }
                catch (Exception e) when (e is AuthenticationException or IOException)
                {
                    // A client that speaks something else, as a TLS server meets it: the connection is closed.
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
    }
}
