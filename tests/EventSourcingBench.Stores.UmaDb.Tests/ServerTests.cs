using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>Servers that are started from what is on this machine.</summary>
public sealed class ServerTests : IDisposable
{
    private const string Kind = "umadb";
    private const string Variable = "UMADB_OF_A_TEST";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(Variable, null);
        _work.Dispose();
    }

    [Fact]
    public async Task It_tells_its_version_and_serves_at_the_same_address_after_it_was_killed()
    {
        await using (var pool = new ServerPool(Options()))
        {
            if (await pool.CheckAsync(Kind) is { } unavailable)
            {
                Assert.Skip(unavailable.ToString());
            }

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

    [Theory]
    [InlineData("nowhere", "names {0}, which is not there.")]
    [InlineData("failing", "names {0}, which failed. It said nothing.")]
    public async Task What_is_wrong_with_the_variable_is_said_first(string name, string words)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "A script is no executable on Windows.");
        var path = Path.Combine(_work.Path, name);
        var failing = Path.Combine(_work.Path, "failing");
        File.WriteAllText(failing, "#!/bin/sh\nexit 3\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(failing, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        // Another variable than the product's: tests that run beside this one start servers by that one.
        var kind = UmaDbProcess.Kind with { Local = UmaDbProcess.Kind.Local! with { Variables = [Variable] } };
        Environment.SetEnvironmentVariable(Variable, path);
        await using var pool = new ServerPool(Options() with { Mode = "auto", Kinds = [kind] });

        var message = (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message;

        message.ShouldStartWith($"{Variable} {words.Replace("{0}", path, StringComparison.Ordinal)}");
        message.ShouldContain(" No other umadb server: EVENTSOURCINGBENCH_UMADB is not set.");
    }

    private ServerPoolOptions Options() => new() { WorkFolder = _work.Path, Mode = "local" };
}
