namespace EventSourcingBench.Hosting.Servers;

/// <summary>Carries TCP connections from a port of this machine's loopback to another; can cut or reset them as a network would.</summary>
public sealed class TcpRelay : IAsyncDisposable
{
    private const int BufferBytes = 64 * 1024;

    private readonly int _target;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<Socket, Socket> _connections = new();
    private readonly Task _accepting;

    // Completed while bytes are carried.
    private volatile TaskCompletionSource _carrying = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public TcpRelay(int target)
    {
        _target = target;
        _carrying.SetResult();
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    /// <summary>From now on nothing is carried and nothing refused, until <see cref="Mend"/>: connections stay, their bytes wait.</summary>
    public void Cut()
    {
        if (_carrying.Task.IsCompleted)
            _carrying = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    public void Mend() => _carrying.TrySetResult();

    /// <summary>Ends all connections at once on both sides (RST). New ones can be made.</summary>
    /// <returns>How many there were.</returns>
    public int Reset()
    {
        var connections = _connections.ToArray();
        foreach (var (client, server) in connections)
        {
            End(client);
            End(server);
        }

        return connections.Length;
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        Mend();
        await _accepting;
        Reset();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                var client = await _listener.AcceptSocketAsync(_end.Token);
                _ = CarryAsync(client);
            }
            catch (Exception e) when (_end.IsCancellationRequested && e is OperationCanceledException or SocketException)
            {
                return;
            }
        }
    }

    private async Task CarryAsync(Socket client)
    {
        using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        client.NoDelay = true;
        _connections[client] = server;
        try
        {
            await _carrying.Task;
            await server.ConnectAsync(IPAddress.Loopback, _target, _end.Token);
            await Task.WhenAll(CarryAsync(client, server), CarryAsync(server, client));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // One side is gone: the other one sees it as well.
        }
        finally
        {
            _connections.TryRemove(client, out _);
            End(client);
        }
    }

    private async Task CarryAsync(Socket from, Socket to)
    {
        var buffer = new byte[BufferBytes];
        try
        {
            while (await from.ReceiveAsync(buffer, _end.Token) is > 0 and var count)
            {
                await _carrying.Task;
                for (var sent = 0; sent < count;)
                    sent += await to.SendAsync(buffer.AsMemory(sent, count - sent), _end.Token);
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (SocketException)
        {
            End(from);
            End(to);
            throw;
        }
    }

    private static void End(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has ended already, or was never connected.
        }

        socket.Dispose();
    }
}
