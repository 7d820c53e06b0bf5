using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Api.Tests;

/// <summary>What the health check of a container without a shell asks, and ends with.</summary>
public sealed class HealthProbeTests
{
    [Fact]
    public async Task It_ends_with_what_the_answer_says()
    {
        await using var well = await TestApi.StartAsync("memory");
        await using var broken = await TestApi.StartAsync(new BrokenStore(new StoreUnavailableException("Gone.")));

        (await ApiHost.RunAsync(["health", $"{well.Client.BaseAddress}health/ready"])).ShouldBe(0);
        (await ApiHost.RunAsync(["health", $"{broken.Client.BaseAddress}health/ready"])).ShouldBe(1);
    }

    [Fact]
    public async Task A_closed_port_is_not_healthy()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = $"http://{listener.LocalEndpoint}/health/ready";
        listener.Stop();

        (await ApiHost.RunAsync(["health", address])).ShouldBe(1);
    }

    [Theory]
    [InlineData("health")]
    [InlineData("health", "not an address")]
    [InlineData("health", "file:///etc/passwd")]
    public async Task A_wrong_address_is_a_wrong_argument(params string[] args) => (await ApiHost.RunAsync(args)).ShouldBe(2);
}
