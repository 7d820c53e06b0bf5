namespace EventSourcingBench.Hosting.Tests;

public sealed class SocketOwnersTests
{
    [Fact]
    public async Task The_connections_between_a_process_and_a_server_are_counted_and_no_others()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The owners of sockets are read from /proc.");
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        var connect = string.Create(CultureInfo.InvariantCulture, $"exec 3<>/dev/tcp/127.0.0.1/{port} 4<>/dev/tcp/127.0.0.1/{port}; read");
        var bash = new ProcessStartInfo("bash", ["-c", connect]) { RedirectStandardInput = true, UseShellExecute = false };
        using var other = Process.Start(bash)!;
        using var own = new TcpClient();
        await own.ConnectAsync(IPAddress.Loopback, port, Cancel);
        using var first = await listener.AcceptSocketAsync(Cancel);
        using var second = await listener.AcceptSocketAsync(Cancel);
        using var third = await listener.AcceptSocketAsync(Cancel);

        SocketOwners.CountConnections(Environment.ProcessId, [other.Id]).ShouldBe(2);
        SocketOwners.CountConnections(Environment.ProcessId, [int.MaxValue]).ShouldBe(0);
        SocketOwners.CountConnections(Environment.ProcessId, []).ShouldBeNull();

        other.StandardInput.Close();
        await other.WaitForExitAsync(Cancel);
    }
}
