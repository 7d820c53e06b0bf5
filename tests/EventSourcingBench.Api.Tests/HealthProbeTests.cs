using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Api.Tests;

/// <summary>What the health check of a container without a shell asks, and ends with.</summary>
public sealed class HealthProbeTests
{
    [Theory]
    [InlineData("200 OK", 0)]
    [InlineData("503 Service Unavailable", 1)]
    public async Task It_ends_with_what_the_answer_says(string status, int exitCode)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var answering = AnswerAsync(listener, status);

        (await ApiHost.RunAsync(["health", $"http://{listener.LocalEndpoint}/health/ready"])).ShouldBe(exitCode);

        await answering;
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

    private static async Task AnswerAsync(TcpListener listener, string status)
    {
        using var client = await listener.AcceptTcpClientAsync();
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream);
        while (await reader.ReadLineAsync() is { Length: > 0 })
        {
        }

        var answer = $"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        await stream.WriteAsync(System.Text.Encoding.ASCII.GetBytes(answer));
    }
}
