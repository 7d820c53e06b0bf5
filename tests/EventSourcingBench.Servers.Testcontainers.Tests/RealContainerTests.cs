using Npgsql;

namespace EventSourcingBench.Servers.Testcontainers.Tests;

/// <summary>Real containers, where a Docker engine answers and can have the image. Another image than the pinned one is named by the
/// variable that users have too.</summary>
public sealed class RealContainerTests
{
    private static readonly TestcontainersProvisioner Provisioner = new();
    private static readonly ServerKinds All = new([], []);

    [Theory]
    [MemberData(nameof(SpecTests.Kinds), MemberType = typeof(SpecTests))]
    public async Task A_server_serves_on_loopback_is_recorded_and_leaves_nothing(string kind)
    {
        var limits = new ServerLimits { Cpus = 1, MemoryBytes = 1L << 30 };
        var said = new List<string>();
        int port;
        await using (var server = await StartOrSkipAsync(kind, limits, said))
        {
            port = Port(server.ConnectionString);
            using var client = new TcpClient();
            await client.ConnectAsync("127.0.0.1", port, Cancel);
            var container = server.Container.ShouldNotBeNull();
            container.ImageId.ShouldStartWith("sha256:");
            container.Limits.ShouldBe(limits);
            container.DataFileSystem.ShouldNotBe("tmpfs");
            server.Origin.ShouldStartWith("docker ");
        }

        using var gone = new TcpClient();
        await Should.ThrowAsync<SocketException>(() => gone.ConnectAsync("127.0.0.1", port, Cancel).AsTask());
        said.ShouldNotContain(line => line.Contains("could not be removed", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Postgres_takes_writes_at_once_with_durable_settings()
    {
        await using var server = await StartOrSkipAsync("postgres", ServerLimits.None, []);
        await using var source = NpgsqlDataSource.Create(server.ConnectionString);
        await using (var write = source.CreateCommand("CREATE TABLE t (i int); INSERT INTO t VALUES (1)"))
            await write.ExecuteNonQueryAsync(Cancel);

        foreach (var name in new[] { "fsync", "synchronous_commit", "full_page_writes" })
        {
            await using var show = source.CreateCommand($"SHOW {name}");
            (await show.ExecuteScalarAsync(Cancel)).ShouldBe("on");
        }

        server.Container!.Limits.AreNone.ShouldBeTrue();
    }

    [Fact]
    public async Task An_image_that_cannot_be_had_is_said_in_the_engines_words()
    {
        await SkipWithoutEngineAsync("postgres");
        var provisioner = new TestcontainersProvisioner(variable: _ => "localhost:1/no/such/image:1.0.0");
        var request = new ServerRequest(All.Find("postgres").Kind, "/no/such/folder");
        (await Should.ThrowAsync<StoreUnavailableException>(() => provisioner.StartAsync(request, Cancel)))
            .Message.ShouldStartWith("The container of localhost:1/no/such/image:1.0.0 did not start: ");
    }

    private static async Task<ProvisionedServer> StartOrSkipAsync(string kind, ServerLimits limits, List<string> said)
    {
        await SkipWithoutEngineAsync(kind);
        try
        {
            var request = new ServerRequest(All.Find(kind).Kind, "/no/such/folder") { Limits = limits, OnProgress = said.Add };
            return await Provisioner.StartAsync(request, Cancel);
        }
        catch (StoreUnavailableException e) when (IsUnreachable(e))
        {
            Assert.Skip($"The image of {kind} cannot be had here: {e.Message}");
            throw;
        }
    }

    private static async Task SkipWithoutEngineAsync(string kind)
    {
        if (await Provisioner.CheckAsync(All.Find(kind).Kind, Cancel) is { } unavailable)
            Assert.Skip(unavailable.ToString());
    }

    // The registry is out of reach: not the same as an image or a server that fails.
    private static bool IsUnreachable(StoreUnavailableException exception) =>
        new[] { "no such host", "dial tcp", "i/o timeout", "connection refused", "server misbehaving", "Client.Timeout" }
            .Any(words => exception.Message.Contains(words, StringComparison.OrdinalIgnoreCase));

    private static int Port(string connectionString) => connectionString.StartsWith("Host=", StringComparison.Ordinal)
        ? new NpgsqlConnectionStringBuilder(connectionString).Port
        : new Uri(connectionString).Port;
}
