using System.Globalization;
using System.Net;
using System.Net.Sockets;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting.Tests;

public sealed class LocalUmaDbTests : IDisposable
{
    private const string Kind = "umadb";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Fact]
    public async Task It_serves_on_loopback_and_leaves_nothing_behind()
    {
        SkipWithoutServer();
        int processId;
        await using (var pool = new ServerPool(Options()))
        {
            (await pool.CheckAsync(Kind)).ShouldBeNull();
            var server = await pool.AcquireAsync(Kind);
            processId = server.ProcessId.ShouldNotBeNull();
            var address = new Uri(server.ConnectionString);
            address.Host.ShouldBe("127.0.0.1");
            address.Query.ShouldMatch(@"\A\?version=\d+\.\d+\.\d+");
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, address.Port);
        }

        Waiting.IsAlive(processId).ShouldBeFalse();
        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Killed_it_is_started_again_at_the_same_address()
    {
        SkipWithoutServer();
        await using (var pool = new ServerPool(Options()))
        {
            var server = await pool.AcquireAsync(Kind);
            var before = server.ProcessIds.ShouldHaveSingleItem();

            await server.KillAndRestartAsync();

            Waiting.IsAlive(before).ShouldBeFalse();
            Waiting.IsAlive(server.ProcessIds.ShouldHaveSingleItem()).ShouldBeTrue();
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, new Uri(server.ConnectionString).Port);
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_port_that_was_taken_meanwhile_is_given_up_for_another()
    {
        SkipWithoutServer();
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var taken = ((IPEndPoint)other.LocalEndpoint).Port;
        var ports = new Queue<int>([taken, FreePort()]);
        await using var pool = new ServerPool(Options(), new LocalUmaDbProvisioner(UmaDbBinary.Find, ports.Dequeue));

        var server = await pool.AcquireAsync(Kind);

        server.ConnectionString.ShouldNotContain($":{taken}?");
    }

    [Fact]
    public async Task A_binary_that_is_another_program_is_an_error_with_its_words()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("There is no false on Windows.");
        }

        await using var pool = new ServerPool(Options(), new LocalUmaDbProvisioner(() => new UmaDbBinary("/bin/false"), FreePort));
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message.ShouldContain("/bin/false");
    }

    [Theory]
    [InlineData("nowhere", "names {0}, which is not there.")]
    [InlineData("failing", "names {0}, which does not tell its version. It said nothing.")]
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

        var before = Environment.GetEnvironmentVariable("UMADB");
        Environment.SetEnvironmentVariable("UMADB", path);
        try
        {
            await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path });
            var said = (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message;
            said.ShouldStartWith($"UMADB {string.Format(CultureInfo.InvariantCulture, words, path)}");
            said.ShouldContain(" No other umadb server: EVENTSOURCINGBENCH_UMADB is not set.");
        }
        finally
        {
            Environment.SetEnvironmentVariable("UMADB", before);
        }
    }

    [Fact]
    public async Task Without_a_binary_it_says_what_to_install()
    {
        await using var pool = new ServerPool(Options(), new LocalUmaDbProvisioner(() => null, FreePort));
        (await pool.CheckAsync(Kind)).ShouldNotBeNull().Fix.ShouldContain("UMADB");
    }

    [Fact]
    public async Task A_kind_that_nobody_knows_is_named()
    {
        await using var pool = new ServerPool(Options());
        (await pool.CheckAsync("nosuch")).ShouldNotBeNull().Reason.ShouldContain("nosuch");
    }

    private ServerPoolOptions Options() => new() { WorkFolder = _work.Path, Mode = "local" };

    private static void SkipWithoutServer()
    {
        if (UmaDbBinary.Find() is not { } binary)
        {
            Assert.Skip("There is no umadb on this machine.");
        }
        else if (binary.Missing() is { } missing)
        {
            Assert.Skip(missing);
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
