using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>Servers that are started from what is on this machine.</summary>
public sealed class ServerTests : IDisposable
{
    private const string Kind = "umadb";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Fact]
    public async Task It_tells_its_version_and_serves_at_the_same_address_after_it_was_killed()
    {
        await using (var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path, Mode = "local" }))
        {
            if (await pool.CheckAsync(Kind) is { } unavailable)
                Assert.Skip(unavailable.ToString());

            var server = await pool.AcquireAsync(Kind);
            var address = new Uri(server.ConnectionString);
            address.Host.ShouldBe("127.0.0.1");
            address.Query.ShouldMatch(@"\A\?version=\d+\.\d+\.\d+");

            await server.KillAndRestartAsync();

            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, address.Port);
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }
}
